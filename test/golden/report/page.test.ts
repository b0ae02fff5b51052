import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../golden/report/page.ts';
import { asked, atFirst, runOf, setRun, variantRun, wentAs } from '../../support/runs.ts';
import { SAMPLE } from './sample.ts';

const titles = (page: string): readonly string[] => Array.from(page.matchAll(/<span class="title">([^<]*)</g), ([, title = '']) => title);

describe('the page of a run', () => {
  const page = pageOf(SAMPLE);

  it('has no script, whatever a question or a name says, and loads nothing', () => {
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain('&lt;/code&gt;&lt;script&gt;window.pwned = true&lt;/script&gt; &amp; &quot;who&quot;?');
    expect(page).not.toContain('dense <b>');
    expect(page).toContain('dense &lt;b&gt;');
    expect(page).not.toMatch(/\b(?:src|srcset)=|@import|url\(|<link(?! rel="icon" href="data:,")/);
  });

  it('says the verdict before anything else', () => {
    const order = ['Verdict', 'What was run', 'golden/entity', 'golden/restricted', 'golden/unanswerable', 'Usage and cost'];
    expect(Array.from(page.matchAll(/<h2[^>]*>([^<]*)</g), ([, heading]) => heading)).toEqual(order);
  });

  it('lets leaks and answers where there is none stand out', () => {
    expect(page).toContain(
      '<p class="alarm"><b>Leak.</b> golden/restricted: lexical gave 2 passages to somebody who must not get them.</p>',
    );
    expect(page).toContain('golden/unanswerable: of 1 question that no document answers, lexical gave passages for 1.');
  });

  it('tells what was run: command, commit, configuration, data', () => {
    for (const said of [SAMPLE.command, '0123456', '2026-11-30 15:43 UTC', 'v24.21.0', 'chunk.maxChars', '0123456789abcdef', 'k = 3'])
      expect(page).toContain(said);
    expect(page).not.toContain('not committed');
    expect(pageOf({ ...SAMPLE, changed: true })).toContain('0123456, with changes that are not committed');
  });

  it('names every plot for whoever does not see it, with its main figures', () => {
    const labels = Array.from(page.matchAll(/<svg role="img" aria-label="([^"]*)"/g), ([, label = '']) => label);
    expect(labels).toHaveLength(titles(page).length);
    expect(labels[0]).toBe(
      'Recall by depth on golden/entity: lexical 0.00 at 1, 1.00 at 3 and 1.00 at 100, hybrid 1.00 at 1, 1.00 at 3 and 1.00 at 100 and dense &lt;b&gt; 0.00 at 1, 0.00 at 3 and 0.00 at 100.',
    );
    expect(labels[1]).toContain('hybrid: 12 better, 0 worse, 0 the same');
  });

  it('lists the lost questions: what was missing, the stage, its place, and what came instead', () => {
    const lost = page.slice(page.indexOf('What dense &lt;b&gt; did not bring'));
    expect(lost).toContain('<td>chunking, embedding or words</td><td class="number">none</td>');
    expect(lost).toMatch(/Section of (?:a-folder-with-a-long-name\/){6}q0/);
  });

  it('says how repeated runs of a variant differ', () => {
    expect(page).toContain('hybrid: 2 runs, 0 of 12 lists differ; ndcg@3 from 1.0000 to 1.0000.');
  });
});

describe('the page of a run that lacks something', () => {
  it('compares nothing where one variant was run', () => {
    const page = pageOf(runOf(setRun('one', [asked('q0')], variantRun('hybrid', [atFirst('q0')]))));
    expect(titles(page)).toEqual(['Recall by depth', 'Stage by stage', 'How long a search took']);
    expect(page).not.toContain('>Difference<');
    expect(page).toContain('Only hybrid was run');
  });

  it('draws no recall where nothing answers', () => {
    const set = setRun(
      'none',
      [asked('q0', { judged: [] })],
      variantRun('lexical', [atFirst('q0')]),
      variantRun('floor', [wentAs('q0', [])]),
    );
    const page = pageOf(runOf(set));
    expect(titles(page)).toEqual(['Question by question', 'How long a search took']);
    expect(page).toContain('lexical</strong>: 1 question got passages though nothing answers');
  });

  it('is still a page without a question or a set', () => {
    expect(pageOf(runOf(setRun('empty', [], variantRun('hybrid', []))))).toContain('Nothing could be measured.');
    expect(pageOf(runOf())).toContain('Nothing was run.');
  });

  it('shows a hundred lost questions of a variant, and says that there are more', () => {
    const ids = Array.from({ length: 120 }, (_, i) => `q${i}`);
    const set = setRun(
      'many',
      ids.map((id) => asked(id)),
      variantRun(
        'hybrid',
        ids.map((id) => wentAs(id, [])),
      ),
    );
    const page = pageOf(runOf(set));
    expect(page).toContain(': 100 of 120 questions</caption>');
    expect(page.match(/scope="rowgroup"/g)).toHaveLength(100);
  });

  it('sets many variants below each other, and names them whole but in the plots', () => {
    const names = [600, 1200, 1800].map((chars) => `hybrid with a long name and chunk.maxChars=${chars}`);
    const page = pageOf(runOf(setRun('sweep', [asked('q0')], ...names.map((name) => variantRun(name, [atFirst('q0')])))));
    for (const name of names) expect(page).toContain(`<th scope="row">${name}</th><td class="number">1.0000</td>`);
  });
});
