export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts Markdown into parts of about `size` characters at places where no block can be open: outside a fenced block,
 * after a blank line, before a line that starts with a letter or an ATX heading. A text without such a place stays
 * whole. The parts join to the text.
 */
export function segments(text: string, size: number): readonly Range[] {
  const parts: Range[] = [];
  let start = 0;
  let fence: string | undefined;
  let blank = false;
  for (const { 0: line, index } of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (!fence && blank && index - start >= size && /^(#{1,6} |\p{L})/u.test(line)) {
      parts.push({ start, end: index });
      start = index;
    }
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (!fence) fence = marker;
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = undefined;
    blank = line.trim() === '';
  }
  parts.push({ start, end: text.length });
  return parts;
}
