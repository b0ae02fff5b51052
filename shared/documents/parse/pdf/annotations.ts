import type { Paragraph } from 'mdast';
import { z } from 'zod';
import { paragraph } from '../build.ts';

const annotation = z.looseObject({
  subtype: z.string().optional(),
  annotationFlags: z.number().default(0),
  contentsObj: z.looseObject({ str: z.string() }).optional(),
  fieldName: z.string().nullish(),
  alternativeText: z.string().nullish(),
  fieldValue: z.unknown().optional(),
});

const HIDDEN = 2;
/** Links have no text of their own, and a pop-up repeats that of its parent. */
const SILENT = new Set(['Link', 'Popup', 'FileAttachment']);

/** What was written on a page afterwards: the text of notes, and the fields of a form with their values. */
export function annotationBlocks(annotations: readonly unknown[]): readonly Paragraph[] {
  const lines = annotations.flatMap((each): string[] => {
    const { data } = annotation.safeParse(each);
    if (!data || data.annotationFlags & HIDDEN || SILENT.has(data.subtype ?? '')) return [];
    if (data.subtype === 'Widget') return field(data.alternativeText || data.fieldName || '', data.fieldValue);
    const text = data.contentsObj?.str.replaceAll(/\r\n?/g, '\n').trim();
    return text ? [text] : [];
  });
  return [...new Set(lines)].map(paragraph);
}

function field(name: string, value: unknown): string[] {
  const values = (Array.isArray(value) ? value : [value]).filter(
    (each) => typeof each === 'string' && each.trim() !== '' && each !== 'Off',
  );
  return values.length > 0 ? [`${name}: ${values.join(', ')}`] : [];
}
