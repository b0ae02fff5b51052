import { GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGeminiReader } from '../../../../shared/models/read/gemini.ts';
import { type FakeGemini, startFakeGemini } from '../../../fakes/gemini.ts';

const never = new AbortController().signal;
const pdf = Buffer.from('%PDF-1.7 a picture');
const config = { kind: 'gemini', model: 'gemini-3.5-flash', timeoutMs: 1_000, access: { apiKey: 'fake' } } as const;

describe('a model that reads pages, through the real client', () => {
  let fake: FakeGemini;
  beforeEach(async () => {
    fake = await startFakeGemini();
  });
  afterEach(() => fake.close());
  const reader = (model = config.model as string) =>
    createGeminiReader(
      { ...config, model },
      { client: new GoogleGenAI({ apiKey: 'fake', httpOptions: { baseUrl: fake.url } }), waits: [0.01], random: () => 0 },
    );

  it('gives the file to the model and cuts its answer into pages', async () => {
    fake.answer('<!-- page 1 -->\n# Lease\n\nRent is 1,200.\n\n<!-- page 3 -->\nSigned.');
    expect(await reader().read(pdf, never)).toEqual(['# Lease\n\nRent is 1,200.', '', 'Signed.']);
    expect(fake.pdfs).toEqual([pdf]);
  });

  it('takes an answer without marks as one page, out of the fence around it', async () => {
    fake.answer('```markdown\n# Lease\n```');
    expect(await reader().read(pdf, never)).toEqual(['# Lease']);
  });

  it.each([
    ['sees no text', '<!-- page 1 -->\n\n<!-- page 2 -->\n', 'STOP', 'NO_TEXT'],
    ['refuses', '', 'SAFETY', 'NO_TEXT'],
    ['runs out of tokens', '<!-- page 1 -->\nHalf', 'MAX_TOKENS', 'TOO_LARGE'],
  ])('says so when the model %s', async (_, text, finishReason, code) => {
    fake.answer(text, finishReason);
    await expect(reader().read(pdf, never)).rejects.toMatchObject({ name: 'InvalidInput', code });
  });

  it('tries again when the model fails for a moment, and says so when it goes on', async () => {
    fake.answer('Rent');
    fake.script({ status: 503 });
    expect(await reader().read(pdf, never)).toEqual(['Rent']);
    fake.script({ status: 429 }, { status: 429 });
    await expect(reader().read(pdf, never)).rejects.toMatchObject({ name: 'Unavailable', code: 'RATE_LIMITED' });
  });

  it('does not wait for an answer that does not come', async () => {
    fake.delay(5_000);
    const hasty = createGeminiReader(
      { ...config, timeoutMs: 50 },
      { client: new GoogleGenAI({ apiKey: 'fake', httpOptions: { baseUrl: fake.url } }), waits: [] },
    );
    await expect(hasty.read(pdf, never)).rejects.toMatchObject({ name: 'Unavailable' });
  });

  it('names the setting when the model is not there', async () => {
    await expect(reader('gemini-2.5-flash').read(pdf, never)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/PDF_MODEL_NAME/),
    });
  });

  it('is refused what it is not allowed', async () => {
    fake.script({ status: 403 });
    await expect(reader().read(pdf, never)).rejects.toMatchObject({ name: 'Refused', message: expect.stringMatching(/GEMINI_API_KEY/) });
    expect(fake.calls()).toBe(1);
  });

  it('does not send what no request can hold', async () => {
    await expect(reader().read(Buffer.alloc(15_000_001), never)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(fake.calls()).toBe(0);
  });
});
