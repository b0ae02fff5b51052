const MB = 1024 * 1024;

/** What the default parser takes of a type: reference/google-cloud.md, 1.7. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  docx: 50 * MB,
  pdf: 50 * MB,
  html: 10 * MB,
  json: 10 * MB,
  jsonl: 10 * MB,
  md: 10 * MB,
  pptx: 10 * MB,
  txt: 10 * MB,
};
const OTHERS = 10 * MB;
const SHORTEST_RUN = 4;
const ALIASES: Readonly<Record<string, string>> = { htm: 'html', xhtml: 'html', markdown: 'md', text: 'txt', csv: 'txt', ndjson: 'jsonl' };
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
};
const TEXT = new Set(['json', 'jsonl', 'md', 'txt']);

/** The type of a file, by its extension, or else by what its object says. */
function typeOf(uri: string, contentType: string | undefined): string {
  const extension = /\.([a-z0-9]+)$/i.exec(uri)?.[1]?.toLowerCase() ?? '';
  const known = ALIASES[extension] ?? extension;
  return MOST_BYTES[known] ? known : (MEDIA_TYPES[contentType?.split(';')[0] ?? ''] ?? known);
}

/** A file's text, or why there is none. Form feeds part its pages. */
export function readText(uri: string, bytes: Uint8Array, contentType: string | undefined): { text: string } | { reason: string } {
  const type = typeOf(uri, contentType);
  const most = MOST_BYTES[type] ?? OTHERS;
  if (bytes.length === 0) return { reason: `${uri} is empty.` };
  if (bytes.length > most) return { reason: `${uri} has ${bytes.length} bytes; a file of its type may have ${most / MB} MB.` };
  const text = type === 'html' ? withoutTags(decode(bytes)) : TEXT.has(type) ? decode(bytes) : printable(bytes);
  return /\S/.test(text) ? { text } : { reason: `${uri} has no text.` };
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const withoutTags = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#\d+|[a-z]+);/g, (whole, name: string) =>
      name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (ENTITIES[name] ?? whole),
    )
    .replace(/[ \t]+/g, ' ');

/** Like `strings`: no reader of the format, but some of its text. A regular expression has no stack for the longest. */
function printable(bytes: Uint8Array): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const runs: string[] = [];
  let from = 0;
  for (let at = 0; at <= all.length; at++) {
    const byte = all[at] ?? 0;
    if ((byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a || byte === 0x0c) continue;
    if (at - from >= SHORTEST_RUN) runs.push(all.toString('latin1', from, at));
    from = at + 1;
  }
  return runs.join('\n');
}
