import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { answerReply, answerRequest } from '../../../functions/answer/schemas.ts';
import type { ERROR_CODES } from '../../../functions/http/failures.ts';
import type { rerankReply, rerankRequest } from '../../../functions/rerank/schemas.ts';
import type { passageReply, searchReply, searchRequest } from '../../../functions/search/schemas.ts';
import type { Stage } from '../../../shared/answering/stages.ts';
import type * as client from '../../../shared/client/index.ts';

/** As the client has them: it changes nothing, and a field that may be missing may be undefined. */
type Read<T> = T extends readonly (infer U)[] ? readonly Read<U>[] : T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T;
/** What may be sent; the language of filters is the client's own, for the schema takes anything. */
type Sent<T> = Read<Omit<T, 'filter' | 'stream'>>;
type Own<T> = Read<Omit<T, 'filter'>>;

// tsc is what checks these.
it('the types of the client are those of the routes', () => {
  expectTypeOf<Own<client.SearchRequest>>().toEqualTypeOf<Sent<z.input<typeof searchRequest>>>();
  expectTypeOf<Read<client.SearchReply>>().toEqualTypeOf<Read<z.output<typeof searchReply>>>();
  expectTypeOf<Read<client.PassageReply>>().toEqualTypeOf<Read<z.output<typeof passageReply>>>();
  expectTypeOf<Own<client.RerankRequest>>().toEqualTypeOf<Sent<z.input<typeof rerankRequest>>>();
  expectTypeOf<Read<client.RerankReply>>().toEqualTypeOf<Read<z.output<typeof rerankReply>>>();
  expectTypeOf<Own<client.AnswerRequest>>().toEqualTypeOf<Sent<z.input<typeof answerRequest>>>();
  expectTypeOf<Read<client.AnswerReply>>().toEqualTypeOf<Read<z.output<typeof answerReply>>>();
  expectTypeOf<(typeof ERROR_CODES)[number] | 'UNKNOWN'>().toEqualTypeOf<client.GroundwireErrorCode>();
  expectTypeOf<Stage>().toExtend<Extract<client.AnswerEvent, { event: 'stage' }>['data']>();
});
