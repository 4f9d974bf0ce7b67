/** Images that their provider has signed, from the provider's answer to the file that is stored. */
import { createHash } from 'node:crypto';
import { readMetadata } from '@portal/image-metadata';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { markImage } from '../pictures/mark-image.ts';
import type { Fetch } from './call-provider.ts';
import { editImage } from './edit-image.ts';
import { generateImage } from './generate-image.ts';
import { DEFAULT_MODELS } from './model-registry.ts';
import { createEdit } from './testing/create-edit.ts';
import { createRequest } from './testing/create-request.ts';
import { startSandbox } from './testing/start-sandbox.ts';

const AnswerSchema = z.object({ data: z.tuple([z.object({ b64_json: z.base64() })]) });

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => vi.unstubAllEnvs());

const signal = () => new AbortController().signal;
const MARK = { sourceType: 'compositeWithTrainedAlgorithmicMedia', system: 'OpenAI' } as const;

/** What the provider sent, and the file after the mark. */
async function make(operation: 'generate' | 'edit', outputFormat: 'png' | 'jpeg') {
  const sent: Buffer[] = [];
  const watch: Fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const { data } = AnswerSchema.parse(await answer.clone().json());
    sent.push(Buffer.from(data[0].b64_json, 'base64'));
    return answer;
  };
  const access = { ...sandbox.accessOf('openai'), fetch: watch };
  const made =
    operation === 'generate'
      ? await generateImage(
          access,
          createRequest('openai', { outputFormat }),
          DEFAULT_MODELS['gpt-image-1'].upstreamModel,
          signal(),
        )
      : await editImage(
          access,
          'openai',
          await createEdit({ outputFormat }),
          DEFAULT_MODELS['stylizer-openai'].upstreamModel,
          signal(),
        );
  if (made.kind !== 'made' || !sent[0]) throw new Error(JSON.stringify(made));
  return { sent: sent[0], stored: (await markImage(made.made, MARK)).bytes };
}

/** The manifest has the hash of everything around it. */
function isIntact(bytes: Buffer): boolean {
  const isPng = bytes[0] === 0x89;
  const start = isPng ? 33 : 2;
  const length = isPng ? bytes.readUInt32BE(start) + 12 : bytes.readUInt16BE(start + 2) + 2;
  const hash = createHash('sha256')
    .update(bytes.subarray(0, start))
    .update(bytes.subarray(start + length));
  return bytes.subarray(start, start + length).includes(hash.digest());
}

const readPixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe.each(['generate', 'edit'] as const)('OpenAI, %s', (operation) => {
  it.each(['png', 'jpeg'] as const)('%s: the mark replaces the signature', async (format) => {
    const { sent, stored } = await make(operation, format);
    expect(readMetadata(sent)).toMatchObject({ isSigned: true, sourceType: 'trainedAlgorithmicMedia' });
    expect(isIntact(sent)).toBe(true);
    expect(readMetadata(stored)).toMatchObject({ isSigned: false, ...MARK });
    expect(stored.includes('c2pa')).toBe(false);
    expect((await readPixels(stored)).equals(await readPixels(sent))).toBe(true);
  });

  it.each(['png', 'jpeg'] as const)('%s: KEEP_SIGNATURES keeps each byte', async (format) => {
    vi.stubEnv('KEEP_SIGNATURES', 'true');
    const { sent, stored } = await make(operation, format);
    expect(stored.equals(sent)).toBe(true);
    expect(isIntact(stored)).toBe(true);
    expect(readMetadata(stored)).toMatchObject({ isSigned: true, sourceType: 'trainedAlgorithmicMedia' });
  });
});
