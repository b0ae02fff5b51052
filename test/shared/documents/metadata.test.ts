import { describe, expect, it } from 'vitest';
import { type FieldRules, fieldsVersion, objectMetadata, ownMetadata } from '../../../shared/documents/metadata.ts';

const parsed = {
  title: 'Order 4711',
  text: 'Order 4711 mentions CASE-12 and CASE-7, and CASE-12 again. Total: 1,250.50',
  language: 'en',
  metadata: {},
};

describe('metadata', () => {
  it('comes from the path and from patterns, as the types of the fields', () => {
    const rules: FieldRules = {
      department: { type: 'string', path: 1 },
      year: { type: 'number', path: 2 },
      cases: { type: 'list', pattern: /CASE-(\d+)/gu, in: 'text' },
      order: { type: 'number', pattern: /Order (\d+)/gu, in: 'title' },
      extension: { type: 'string', pattern: /\.[a-z]+$/gu, in: 'path' },
      missing: { type: 'string', pattern: /nothing like it/gu },
      too_deep: { type: 'string', path: 9 },
    };
    expect(ownMetadata(parsed, 'sales/2026/order.md', rules)).toEqual({
      language: 'en',
      department: 'sales',
      year: 2026,
      cases: ['12', '7'],
      order: 4711,
      extension: '.md',
    });
  });

  it('of the document itself comes before what rules find in it', () => {
    const rules: FieldRules = { doc_type: { type: 'string', path: 1 } };
    expect(ownMetadata({ ...parsed, metadata: { doc_type: 'policy' } }, 'sales/x.md', rules)).toMatchObject({ doc_type: 'policy' });
  });

  it('has types: of the named fields always, of others by rule; what can not be read so stays as it was written', () => {
    const rules: FieldRules = { year: { type: 'number' }, tags: { type: 'list' }, draft: { type: 'boolean' }, size: { type: 'number' } };
    expect(
      objectMetadata(
        {
          effective_from: '2026-01-31',
          updated_at: '2026-01-31T10:00:00+02:00',
          version: 2.1,
          year: '2026',
          tags: 'a, b,',
          draft: 'false',
          size: 'large',
          other: '7',
        },
        rules,
      ),
    ).toEqual({
      effective_from: '2026-01-31',
      updated_at: '2026-01-31T08:00:00.000Z',
      version: '2.1',
      year: 2026,
      tags: ['a', 'b'],
      draft: false,
      size: 'large',
      other: '7',
    });
    expect(objectMetadata({ effective_until: 'next summer' }, {})).toEqual({ effective_until: 'next summer' });
    expect(objectMetadata({ effective_from: 20260131, effective_until: 2026, updated_at: 7 }, {})).toEqual({
      effective_from: '2026-01-31',
      effective_until: '2026',
      updated_at: 7,
    });
  });

  it('rules have a version, which changes with any of them', () => {
    const rule = { type: 'string', pattern: /a/gu } as const;
    expect(fieldsVersion({ x: rule })).toBe(fieldsVersion({ x: { ...rule } }));
    expect(fieldsVersion({ x: rule })).not.toBe(fieldsVersion({ x: { ...rule, pattern: /b/gu } }));
  });
});
