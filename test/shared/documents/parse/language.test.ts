import { describe, expect, it } from 'vitest';
import { languageOf, primarySubtag } from '../../../../shared/documents/parse/language.ts';

const GERMAN = 'Die Pumpe wird jeden Monat geprüft, und das Öl wird bei jedem dritten Mal gewechselt. Der Filter bleibt dabei im Gehäuse.';

describe('the language of a document', () => {
  it('is what its text is written in, whatever its template declares', () => {
    expect(languageOf(GERMAN, 'en-US', 'en')).toBe('de');
  });

  it('is what it declares, where there is too little text to tell', () => {
    expect(languageOf('Ölpumpe', 'de-AT', 'en')).toBe('de');
  });

  it('is that of its script, where it declares nothing', () => {
    expect(languageOf('ポンプ', undefined, 'en')).toBe('ja');
    expect(languageOf('펌프', undefined, 'en')).toBe('ko');
    expect(languageOf('насос', undefined, 'en')).toBe('ru');
  });

  it('is that of the deployment, where nothing tells', () => {
    expect(languageOf('4711', undefined, 'fr')).toBe('fr');
    expect(languageOf('', 'not a tag', 'fr')).toBe('fr');
  });

  it('is a primary subtag', () => {
    expect(['en-GB', 'pt_BR', 'zh-Hans', ' DE ', 'english', ''].map(primarySubtag)).toEqual(['en', 'pt', 'zh', 'de', undefined, undefined]);
  });
});
