import { describe, expect, it } from 'vitest';
import { fence } from '../../../shared/retrieval/fence.ts';

const at = (generation: bigint, metageneration = 1n) => ({ generation, metageneration });
const stored = (
  generation: bigint,
  metageneration = 1n,
  state: 'active' | 'failed' | 'deleted' = 'active',
  make = 'now',
  complete = true,
) => ({
  ...at(generation, metageneration),
  state,
  make,
  complete,
});

describe('fence', () => {
  it.each([
    ['what is new', undefined, at(1n), 'index'],
    ['a newer generation', stored(1n, 9n), at(2n), 'index'],
    ['a newer generation after a deletion', stored(1n, 0n, 'deleted'), at(2n), 'index'],
    ['an older generation', stored(3n), at(2n, 9n), 'stale'],
    ['the generation that was deleted', stored(2n, 0n, 'deleted'), at(2n, 9n), 'stale'],
    ['an older generation than the deleted one', stored(3n, 0n, 'deleted'), at(2n), 'stale'],
    ['the same again', stored(2n), at(2n), 'unchanged'],
    ['new metadata', stored(2n, 1n), at(2n, 2n), 'describe'],
    ['old metadata', stored(2n, 2n), at(2n, 1n), 'stale'],
    ['what failed before', stored(2n, 1n, 'failed'), at(2n), 'unchanged'],
    ['what failed before, with other metadata', stored(2n, 1n, 'failed'), at(2n, 2n), 'index'],
    ['what failed before and was made otherwise', stored(2n, 1n, 'failed', 'then'), at(2n), 'index'],
    ['what was made otherwise', stored(2n, 1n, 'active', 'then'), at(2n), 'index'],
    ['what the model has not seen', stored(2n, 1n, 'active', 'now', false), at(2n), 'embed'],
    ['new metadata of what the model has not seen', stored(2n, 1n, 'active', 'now', false), at(2n, 2n), 'index'],
    ['new metadata of what was made otherwise', stored(2n, 1n, 'active', 'then'), at(2n, 2n), 'index'],
  ] as const)('%s', (_, before, document, decision) => {
    expect(fence(before, document, 'now')).toBe(decision);
  });

  it('tries what failed before again when asked to', () => {
    expect(fence(stored(2n, 1n, 'failed'), at(2n), 'now', true)).toBe('index');
    expect(fence(stored(2n), at(2n), 'now', true)).toBe('unchanged');
  });
});
