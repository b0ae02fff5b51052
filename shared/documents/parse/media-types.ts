/** The media types that are read, by the short names used here. */
export const MEDIA_TYPES = {
  markdown: 'text/markdown',
  text: 'text/plain',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ipynb: 'application/x-ipynb+json',
  eml: 'message/rfc822',
  epub: 'application/epub+zip',
} as const;
