import { isoDate } from '../../dates.ts';
import type { Metadata } from '../../document.ts';
import { keywords, said } from '../metadata.ts';
import { childXml, parseXml, textXml, type Xml } from './xml.ts';

export interface Properties {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly metadata: Metadata;
}

/** What an Office file says of itself: docProps/core.xml. */
export function propertiesOf(parts: Readonly<Record<string, Uint8Array>>): Properties {
  const part = parts['docProps/core.xml'];
  const core: Xml | undefined = part && parseXml(part).children.find(({ name }) => name === 'coreProperties');
  const property = (name: string): string | undefined => textXml(childXml(core, name)).trim() || undefined;
  return {
    title: plausibleTitle(property('title')),
    language: property('language'),
    metadata: said({
      author: property('creator'),
      subject: property('subject'),
      description: property('description'),
      keywords: keywords(property('keywords')),
      category: property('category'),
      created_at: isoDate(property('created')),
      updated_at: isoDate(property('modified')),
      language: property('language'),
    }),
  };
}

const NO_TITLE =
  /^(?:\(?(?:anonymous|unspecified)\)?|microsoft (?:word|powerpoint)\b.*|(?:untitled|document|dokument|presentation|powerpoint presentation|slide)\s*\d*|.*\.(?:docx?|dotx?|pptx?|odt|tex|dvi|indd|qxd|pdf|rtf))$/i;

/** A title that a person gave: programs fill the field with the name of a file or of themselves. */
export const plausibleTitle = (title: string | undefined): string | undefined => {
  const given = title?.replaceAll(/\s+/g, ' ').trim();
  return given && /\p{L}/u.test(given) && !NO_TITLE.test(given) ? given : undefined;
};
