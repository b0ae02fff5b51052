import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadPackageDefinition, Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { z } from 'zod';

/** What a call gets instead of an answer: a gRPC status, or nothing for as long as it waits. */
export type Scripted = { readonly code: number } | 'hang';

interface RankingRecord {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

export interface RankRequest {
  readonly rankingConfig: string;
  readonly model: string;
  readonly topN: number;
  readonly query: string;
  readonly records: readonly RankingRecord[];
  readonly ignoreRecordDetailsInResponse: boolean;
}

interface RankResponse {
  readonly records: readonly (Partial<RankingRecord> & { readonly score: number })[];
}

export interface FakeRank {
  /** HOST:PORT. */
  readonly address: string;
  /** As they came over the wire. */
  readonly requests: readonly RankRequest[];
  calls(): number;
  /** Calls whose client did not wait for the answer. */
  cancelled(): number;
  /** Records of which more than the model reads was sent. */
  truncated(): number;
  /** Answers the next calls as scripted, one each. */
  script(...replies: readonly Scripted[]): void;
  /** What every call gets that has no script of its own; undefined answers again. */
  always(reply: Scripted | undefined): void;
  /** Milliseconds that each answer takes, asked for in the order of the calls. */
  latency(ms: () => number): void;
  close(): Promise<void>;
}

/** Limits of the real models: reference/google-cloud.md, 2. */
const MODELS: Readonly<Record<string, number>> = {
  'semantic-ranker-default@latest': 1_024,
  'semantic-ranker-default-004': 1_024,
  'semantic-ranker-fast@latest': 1_024,
  'semantic-ranker-fast-004': 1_024,
  'semantic-ranker-default-003': 512,
  'semantic-ranker-512@latest': 512,
};
const DEFAULT_MODEL = 'semantic-ranker-512@latest';
const MOST_RECORDS = 200;
const CONFIG = /^projects\/[^/]+\/locations\/(global|us|eu)\/rankingConfigs\/default_ranking_config$/;

/** The Ranking API over gRPC, from the protocol that its package ships, with the limits that are documented. */
export async function startFakeRank(port = 0): Promise<FakeRank> {
  const requests: RankRequest[] = [];
  const scripted: Scripted[] = [];
  let always: Scripted | undefined;
  let latency = () => 0;
  let cancelled = 0;
  let truncated = 0;

  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  server.addService(rankService(), {
    rank(call: ServerUnaryCall<RankRequest, RankResponse>, done: sendUnaryData<RankResponse>) {
      const { request } = call;
      requests.push(request);
      const reply = scripted.shift() ?? always;
      const timer = reply === 'hang' ? undefined : setTimeout(answer, latency());
      let answered = false;
      // Emitted at the end of every call, of one that was answered too.
      call.on('cancelled', () => {
        if (!answered) cancelled++;
        clearTimeout(timer);
      });
      function answer() {
        answered = true;
        if (reply && reply !== 'hang') return done({ code: reply.code, details: `scripted ${reply.code}` });
        const refusal = refuse(request, String(call.metadata.get('x-goog-request-params')[0]));
        if (refusal) return done(refusal);
        const ranked = request.records.map((record) => scoreOf(record, request));
        truncated += ranked.filter(({ cut }) => cut).length;
        done(null, {
          records: ranked
            .map(({ record }) => record)
            .sort((a, b) => b.score - a.score)
            .slice(0, request.topN || undefined),
        });
      }
    },
  });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, free) => (error ? reject(error) : resolve(free)));
  });
  return {
    address: `127.0.0.1:${bound}`,
    requests,
    calls: () => requests.length,
    cancelled: () => cancelled,
    truncated: () => truncated,
    script: (...replies) => void scripted.push(...replies),
    always: (reply) => {
      always = reply;
    },
    latency: (ms) => {
      latency = ms;
    },
    close: async () => server.forceShutdown(),
  };
}

const definition = z.object({
  google: z.object({ cloud: z.object({ discoveryengine: z.object({ v1: z.object({ RankService: z.custom<Client>() }) }) }) }),
});
type Client = { readonly service: Parameters<Server['addService']>[0] };

function rankService() {
  const require = createRequire(import.meta.url);
  const rankPackage = require.resolve('@google-cloud/discoveryengine');
  const gax = createRequire(rankPackage).resolve('google-gax');
  const loaded = loadSync('google/cloud/discoveryengine/v1/rank_service.proto', {
    includeDirs: [rankPackage, gax].map((main) => join(dirname(main), '../protos')),
    defaults: true,
  });
  return definition.parse(loadPackageDefinition(loaded)).google.cloud.discoveryengine.v1.RankService.service;
}

function refuse({ rankingConfig, model, records }: RankRequest, routing: string): { code: number; details: string } | undefined {
  const invalid = (details: string) => ({ code: status.INVALID_ARGUMENT, details });
  if (!CONFIG.test(rankingConfig)) return invalid(`Invalid resource name ${rankingConfig}.`);
  if (routing !== `ranking_config=${encodeURIComponent(rankingConfig)}`) return invalid('The routing header names another resource.');
  if (!MODELS[model || DEFAULT_MODEL]) return { code: status.NOT_FOUND, details: `Model ${model} was not found.` };
  if (records.length === 0 || records.length > MOST_RECORDS)
    return invalid(`1 to ${MOST_RECORDS} records are allowed, not ${records.length}.`);
  const empty = records.find(({ title, content }) => !title && !content);
  return empty ? invalid(`Record ${empty.id} has neither a title nor content.`) : undefined;
}

/** The share of the query's words that stand in what the model reads of a record: no model, but something true to rank by. */
function scoreOf({ id, title, content }: RankingRecord, { query, model, ignoreRecordDetailsInResponse }: RankRequest) {
  const whole = `${title}\n${content}`;
  const read = firstTokens(whole, MODELS[model || DEFAULT_MODEL] ?? 0);
  const words = new Set(wordsOf(read));
  const asked = new Set(wordsOf(query));
  const share = [...asked].filter((word) => words.has(word)).length / Math.max(1, asked.size);
  const score = Math.max(0.0001, Math.round(share * 100) / 100);
  return { cut: read.length < whole.length, record: ignoreRecordDetailsInResponse ? { id, score } : { id, title, content, score } };
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** About what a tokeniser reads of a text: four Latin characters a token, one of any other script. */
function firstTokens(text: string, most: number): string {
  let tokens = 0;
  let end = 0;
  for (const character of text) {
    tokens += /[\p{Script=Latin}\s\d\p{P}]/u.test(character) ? 1 / 4 : 1;
    if (tokens > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
