import { openAnswerer } from '../../shared/answering/open.ts';
import type { Answerer } from '../../shared/answering/roles.ts';
import { type Config, ConfigError } from '../../shared/config.ts';
import { type Answering, pooled } from './pooled.ts';

export const ANSWER_VARIANTS = ['map-reduce', 'pooled', 'by-words'] as const;
export type AnswerVariantName = (typeof ANSWER_VARIANTS)[number];

export interface AnswerVariant {
  readonly name: string;
  open(config: Config): Promise<Answerer | undefined>;
  /** What answers in one turn. */
  turn(answering: Answering): Answering;
}

const same = (answering: Answering): Answering => answering;

const VARIANTS: Readonly<Record<AnswerVariantName, Omit<AnswerVariant, 'name'>>> = {
  /** The loop as it is. */
  'map-reduce': { open: openAnswerer, turn: same },
  pooled: { open: openAnswerer, turn: pooled },
  /** Without a model and without the local encoder, as where another encoder searches. */
  'by-words': {
    async open({ generator }) {
      if (generator.kind !== 'local') throw new ConfigError('--variants by-words: is for GENERATOR=local alone');
      return (await import('../../shared/answering/extractive/answerer.ts')).createExtractiveAnswerer();
    },
    turn: same,
  },
};

/** The variants of a list such as `map-reduce,pooled`. Throws ConfigError for one that there is not. */
export const answerVariantsOf = (list: string): readonly AnswerVariant[] =>
  list.split(',').map((name) => {
    const known = ANSWER_VARIANTS.find((each) => each === name);
    if (!known) throw new ConfigError(`--variants ${name}: there are ${ANSWER_VARIANTS.join(', ')}`);
    return { name: known, ...VARIANTS[known] };
  });
