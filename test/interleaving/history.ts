import fc from 'fast-check';

/** A version of an object: what it says, and what its metadata says of it and of who may read it. */
export interface Version {
  readonly generation: bigint;
  readonly metageneration: bigint;
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ObjectEvent {
  readonly type: 'finalized' | 'metadataUpdated' | 'deleted' | 'archived';
  readonly version: Version;
}

export interface History {
  readonly events: readonly ObjectEvent[];
  /** The object as it is in the end; undefined when it is deleted. */
  readonly live: Version | undefined;
  /** Whether the bytes of generations that are no longer live can still be read. */
  readonly versioned: boolean;
}

type Step = 'upload' | 'describe' | 'delete';

/** An empty file can't be indexed; the same text again is another version of the same content. */
const TEXTS = [
  '# E-4021\n\nThe first text.\n',
  '---\nproduct: LP-350\n---\n# Zwei\n\nNoch ein Text, der von den Pumpen handelt und von allem, was dazu gehört.\n\n## Mehr\n\nIn zwei Teilen.\n',
  '',
];
const METADATA: readonly Readonly<Record<string, string>>[] = [
  {},
  { acl: 'hr' },
  { category: 'pump', stage: 'draft' },
  { acl: 'hr,board', product: 'LP-400' },
];

/** What may happen to one object, and the events that Cloud Storage tells of it. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    steps: fc.array(
      fc.record({
        step: fc.constantFrom<Step>('upload', 'upload', 'describe', 'delete'),
        text: fc.constantFrom(...TEXTS),
        metadata: fc.constantFrom(...METADATA),
      }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    versioned: fc.boolean(),
  })
  .map(({ steps, versioned }) => {
    const events: ObjectEvent[] = [];
    let live: Version | undefined;
    for (const [i, { step, text, metadata }] of steps.entries()) {
      const gone = live;
      if (step === 'upload') {
        live = { generation: BigInt(10 * (i + 1)), metageneration: 1n, text, metadata };
        events.push({ type: 'finalized', version: live });
      } else if (step === 'describe' && live) {
        live = { ...live, metageneration: live.metageneration + 1n, metadata };
        events.push({ type: 'metadataUpdated', version: live });
      } else if (step === 'delete') {
        live = undefined;
      }
      // Overwritten, or deleted.
      if (gone && gone.generation !== live?.generation) events.push({ type: versioned ? 'archived' : 'deleted', version: gone });
    }
    return { events, live, versioned };
  });
