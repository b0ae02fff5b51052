import { sections } from '../../shared/documents/chunk/sections.ts';
import type { Metadata, ParsedDocument } from '../../shared/documents/document.ts';
import { headingText, isHeading } from '../../shared/documents/heading.ts';
import { objectMetadata, ownMetadata } from '../../shared/documents/metadata.ts';
import { parse } from '../../shared/documents/parse/parse.ts';
import { createFolderBucket } from '../../shared/documents/source/folder.ts';

/** A document of the golden corpus, as ingestion reads it. */
export interface GoldenDocument {
  readonly acl: readonly string[];
  readonly metadata: Metadata;
  readonly headings: readonly string[];
  readonly sections: readonly GoldenSection[];
}

interface GoldenSection {
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** By the path below the tenant. */
export type GoldenCorpus = ReadonlyMap<string, GoldenDocument>;

const MOST_BYTES = 10_000_000;
/** The configuration's rules for metadata are not the corpus's. */
const NO_RULES = {};

/** A tenant's documents in a folder that stands for the bucket. Throws what reading and parsing a document throw. */
export async function readGoldenCorpus(folder: string, tenant: string, signal: AbortSignal): Promise<GoldenCorpus> {
  const corpus = new Map<string, GoldenDocument>();
  for await (const source of createFolderBucket(folder).list(tenant, signal)) {
    const parsed = await parse(source, await source.read(signal, MOST_BYTES));
    corpus.set(source.documentId, {
      acl: source.acl,
      metadata: { ...ownMetadata(parsed, source.documentId, NO_RULES), ...objectMetadata(source.metadata, NO_RULES) },
      headings: parsed.tree.children.filter(isHeading).map(headingText),
      sections: sectionsOf(parsed),
    });
  }
  return corpus;
}

const sectionsOf = (parsed: ParsedDocument): readonly GoldenSection[] =>
  sections(parsed).map(({ headingPath, blocks }) => ({
    headingPath,
    text: parsed.text.slice(blocks[0]?.position?.start.offset, blocks.at(-1)?.position?.end.offset),
  }));

/** Whether someone of these groups may read the document. */
export const isReadable = ({ acl }: GoldenDocument, groups: readonly string[]): boolean =>
  acl.includes('*') || acl.some((group) => groups.includes(group));

/** What stands under a heading of the document and its subheadings, those included; without a heading all of it. */
export const textUnder = ({ sections: all }: GoldenDocument, heading: string | undefined): string =>
  all
    .filter(({ headingPath }) => heading === undefined || headingPath.includes(heading))
    .map(({ headingPath, text }) => [...headingPath, text].join('\n'))
    .join('\n\n');
