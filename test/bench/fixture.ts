import { randomOf } from '../../golden/statistics/random.ts';
import type { Passage } from './corpus/sources.ts';

const SUBJECTS = ['The pump', 'A valve', 'Each Gasket', 'The Frankfurt plant', 'One inspector', 'The night shift'];
const VERBS = ['was replaced', 'failed', 'passed the test', 'was ordered', 'leaked', 'ran'];
const PLACES = ['in hall 7', 'near Berlin', 'after 1200 hours', 'during the audit of 2019', 'under Pressure of 16 bar', 'on line 3'];

/** Passages as `readPassages` would give them, of made-up sentences: four documents of three. */
export const passagesForTests = (): readonly Passage[] => {
  const random = randomOf('passages for tests');
  return Array.from({ length: 12 }, (_, index) => ({
    index,
    set: 'plant',
    document: `plant/${Math.floor(index / 3)}`,
    title: `Report ${['on pumps', 'on valves', 'on shifts', 'on audits'][Math.floor(index / 3)]}`,
    sentences: Array.from(
      { length: 14 },
      (_, i) => `${random.pick(SUBJECTS)} ${random.pick(VERBS)} ${random.pick(PLACES)}, says entry ${index * 14 + i + 100}.`,
    ),
  }));
};
