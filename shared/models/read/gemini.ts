import { ApiError, type GoogleGenAI } from '@google/genai';
import type { PdfModelConfig } from '../../config.ts';
import { InvalidInput, Refused, Unavailable } from '../../errors.ts';
import { retry } from '../../retry.ts';
import { createClient, isTransport } from '../gemini/api.ts';
import type { PdfReader } from './reader.ts';

type GeminiConfig = Extract<PdfModelConfig, { kind: 'gemini' }>;

/** Seconds between attempts: a document waits, nobody else does. */
const WAITS = [2, 8, 20];
const JITTER = 0.25;
const RETRIED_STATUS = new Set([429, 500, 502, 503, 504]);
/** What a request may hold in itself; larger files would have to be handed over by another way. */
const MOST_BYTES = 15_000_000;

const PROMPT = `Transcribe every page of this PDF as GitHub-flavoured Markdown, in the language of the document.
Begin each page with a line <!-- page N -->, N counted from 1. Keep headings, lists and tables. Leave out running headers,
footers and page numbers. Describe nothing and add nothing: only the words on the pages. A page without words has only its line.`;

export interface GeminiReaderDependencies {
  readonly client?: Pick<GoogleGenAI, 'models'>;
  readonly waits?: readonly number[];
  readonly random?: () => number;
}

/** Reads pictures of pages with a Gemini model, on Vertex or with an API key. */
export function createGeminiReader(config: GeminiConfig, dependencies: GeminiReaderDependencies = {}): PdfReader {
  const { client = createClient(config.access), waits = WAITS, random = Math.random } = dependencies;
  const ask = async (data: string, signal: AbortSignal): Promise<string> => {
    const response = await client.models.generateContent({
      model: config.model,
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'application/pdf', data } }, { text: PROMPT }] }],
      config: { temperature: 0, abortSignal: signal, httpOptions: { timeout: config.timeoutMs } },
    });
    const [candidate] = response.candidates ?? [];
    if (candidate?.finishReason === 'MAX_TOKENS') {
      throw new InvalidInput('TOO_LARGE', `The PDF is a picture of more text than ${config.model} gives in one answer.`);
    }
    if (response.promptFeedback?.blockReason || (candidate?.finishReason && candidate.finishReason !== 'STOP')) {
      throw new InvalidInput('NO_TEXT', `The PDF is a picture of text, and ${config.model} refused to read it.`);
    }
    return response.text ?? '';
  };
  return {
    async read(pdf, signal) {
      if (pdf.byteLength > MOST_BYTES) {
        throw new InvalidInput('TOO_LARGE', `The PDF is a picture of text, and larger than the ${MOST_BYTES} bytes that a model is given.`);
      }
      const data = Buffer.from(pdf).toString('base64');
      const options = { waits, jitter: JITTER, signal, random, worthRetrying };
      const text = await retry(() => ask(data, signal), options).catch((error: unknown) => {
        signal.throwIfAborted();
        throw translate(error, config);
      });
      const pages = pagesOf(text);
      if (pages.every((page) => page.trim() === ''))
        throw new InvalidInput('NO_TEXT', `The PDF holds no text, and ${config.model} sees none in it.`);
      return pages;
    },
  };
}

/** The answer by its page marks; what stands before the first belongs to page 1. A fence around it all is the model's habit. */
function pagesOf(text: string): readonly string[] {
  const unfenced = /^\s*```(?:markdown|md)?\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text;
  const [before = '', ...parts] = unfenced.split(/^[ \t]*<!--\s*page\s+(\d+)\s*-->[ \t]*$/im);
  const pages: string[] = [before];
  for (let i = 0; i < parts.length; i += 2) {
    const number = Math.min(Math.max(Number(parts[i]), 1), pages.length + 1_000);
    while (pages.length < number) pages.push('');
    pages[number - 1] = `${pages[number - 1] ?? ''}\n${parts[i + 1] ?? ''}`;
  }
  return pages.map((page) => page.trim());
}

const worthRetrying = (error: unknown): boolean => (error instanceof ApiError ? RETRIED_STATUS.has(error.status) : isTransport(error));

/** An error of the API as one of ours. */
function translate(error: unknown, config: GeminiConfig): unknown {
  if (isTransport(error)) return new Unavailable('The model that reads PDF files can not be reached.', { cause: error });
  if (!(error instanceof ApiError)) return error;
  if (error.status === 400) return new InvalidInput('MALFORMED', `${config.model} can not open the PDF.`, { cause: error });
  if (error.status === 429)
    return new Unavailable('The quota of the model that reads PDF files is used up for now.', { cause: error, code: 'RATE_LIMITED' });
  if (error.status === 401 || error.status === 403) {
    return new Refused('The model that reads PDF files refuses this service: it needs roles/aiplatform.user, or a valid GEMINI_API_KEY.', {
      cause: error,
    });
  }
  if (error.status === 404)
    return new Refused(`The model ${config.model} is not there: check PDF_MODEL_NAME and GOOGLE_CLOUD_LOCATION.`, { cause: error });
  return new Unavailable(`The model that reads PDF files failed with status ${error.status}.`, { cause: error });
}
