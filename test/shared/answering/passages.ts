import { type Citable, type Given, markPassages } from '../../../shared/answering/cite.ts';

export const passage = (text: string, more: { title?: string; section?: string; documentId?: string } = {}): Citable => {
  const documentId = more.documentId ?? 'a.md';
  return {
    id: `${documentId}:0`,
    documentId,
    section: more.section ?? '',
    text,
    source: { title: more.title ?? 'Title', uri: `gs://local/acme/${documentId}`, updatedAt: new Date('2026-11-01T00:00:00Z') },
  };
};

export const given = (...texts: readonly string[]): Given => markPassages(texts.map((text) => passage(text)));
