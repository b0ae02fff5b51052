import type { Target } from './targets.ts';

/** Retrieval backends by their folders in shared/retrieval; each is reached through its open.ts alone. */
export const BACKENDS = ['pgvector', 'vertex-rag'] as const;
export type Backend = (typeof BACKENDS)[number];

/** What a bundle can search with: one backend, or whichever the configuration then names. */
export const CHOICES = [...BACKENDS, 'all'] as const;
export type Choice = (typeof CHOICES)[number];

export const isChoice = (value: string): value is Choice => CHOICES.some((choice) => choice === value);

/** The backends that a bundle does without. */
export const withoutOf = (choice: Choice): readonly Backend[] => (choice === 'all' ? [] : BACKENDS.filter((backend) => backend !== choice));

/** Whether a target has anything to do where a backend is chosen. */
export const isFor = ({ migrates }: Target, choice: Choice): boolean => !migrates || choice !== 'vertex-rag';
