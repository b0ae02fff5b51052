import { DIMENSIONS } from '../corpus/embedder.ts';
import type { Engine } from '../engine.ts';
import { type Part, ROWS } from '../load/parts.ts';
import { type Asked, K, type Method, type Scope } from '../method.ts';

/** One table with the tenant in a column, a generated tsvector and a vector, both indexed: what a tutorial builds. */
export const tutorialPart: Part = {
  name: 'tutorial',
  async load(engine) {
    for (const sql of [
      'DROP TABLE IF EXISTS bench_tutorial',
      `CREATE TABLE bench_tutorial (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant text NOT NULL, document_id text NOT NULL, ordinal int NOT NULL, slice text NOT NULL,
        content text NOT NULL, terms tsvector GENERATED ALWAYS AS (to_tsvector('english', content)) STORED, embedding vector(${DIMENSIONS})
      )`,
      `INSERT INTO bench_tutorial (tenant, document_id, ordinal, slice, content${engine.name === 'native' ? ', embedding' : ''})
       SELECT tenant, document_id, ordinal, slice, content${engine.name === 'native' ? ', embedding' : ''} FROM (${ROWS}) AS rows`,
      'CREATE INDEX ON bench_tutorial (tenant)',
      'CREATE INDEX ON bench_tutorial USING gin (terms)',
      ...(engine.name === 'native' ? ['CREATE INDEX ON bench_tutorial USING hnsw (embedding vector_cosine_ops)'] : []),
      engine.name === 'native' ? 'VACUUM ANALYZE bench_tutorial' : 'ANALYZE bench_tutorial',
    ]) {
      await engine.query(sql);
    }
    const [row] = await engine.query<{ rows: number }>('SELECT count(*)::int AS rows FROM bench_tutorial');
    return `${row?.rows} rows`;
  },
};

/** How a question becomes a tsquery. */
const FORMS = {
  AND: "websearch_to_tsquery('english', $1)",
  OR: "to_tsquery('simple', replace(plainto_tsquery('english', $1)::text, '&', '|'))",
} as const;
type Form = keyof typeof FORMS;

/** $1 question, $2 tenant, $3 limit, $4 slice or null. */
const WHERE = 'tenant = $2 AND ($4::text IS NULL OR slice = $4)';
const keyword = (form: Form) => `SELECT id, rank() OVER (ORDER BY ts_rank_cd(terms, query) DESC) AS rank
    FROM bench_tutorial, ${FORMS[form]} AS query WHERE ${WHERE} AND terms @@ query
    ORDER BY ts_rank_cd(terms, query) DESC LIMIT $3`;

/** $5 vector. Fused as pgvector's own example of hybrid search does it, by ranks with k = 60. */
const hybrid = (form: Form) => `WITH semantic AS (
    SELECT id, rank() OVER (ORDER BY embedding <=> $5) AS rank FROM bench_tutorial WHERE ${WHERE} ORDER BY embedding <=> $5 LIMIT $3
  ), keyword AS (
    ${keyword(form)}
  )
  SELECT t.document_id || ':' || t.ordinal AS id, t.content
  FROM semantic FULL OUTER JOIN keyword ON semantic.id = keyword.id JOIN bench_tutorial t ON t.id = coalesce(semantic.id, keyword.id)
  ORDER BY coalesce(1.0 / (60 + semantic.rank), 0) + coalesce(1.0 / (60 + keyword.rank), 0) DESC LIMIT $3`;

const lexical = (form: Form) => `SELECT t.document_id || ':' || t.ordinal AS id
  FROM (${keyword(form)}) AS keyword JOIN bench_tutorial t USING (id) ORDER BY keyword.rank`;

export const tutorialMethods = (engine: Engine): readonly Method[] => {
  const ask = async (sql: string, values: readonly unknown[]) => (await engine.query<{ id: string }>(sql, values)).map(({ id }) => id);
  const scoped = (asked: Asked, { tenant, slice }: Scope) => [asked.text, tenant, K, slice ?? null];
  const forms = ['OR', 'AND'] as const;
  return [
    ...forms.map(
      (form): Method => ({
        name: `tutorial lexical: ts_rank_cd, ${form}`,
        group: 'tutorial',
        against: 'lexical',
        filters: true,
        search: (asked, scope) => ask(lexical(form), scoped(asked, scope)),
      }),
    ),
    ...(engine.name === 'native' ? forms : []).map(
      (form): Method => ({
        name: `tutorial hybrid, ${form}`,
        group: 'tutorial',
        against: 'hybrid',
        filters: true,
        search: (asked, scope) => ask(hybrid(form), [...scoped(asked, scope), asked.literal]),
      }),
    ),
  ];
};
