import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addFaults, askGoogle, openSandbox, readCalls, redSquare, textsSchema } from '../testing.ts';

const AnswerSchema = z.object({
  candidates: z.tuple([
    z.object({ content: z.object({ parts: z.tuple([z.object({ text: z.string() })]) }) }),
  ]),
});

async function readText(response: Response): Promise<string> {
  const [{ content }] = AnswerSchema.parse(await response.json()).candidates;
  return content.parts[0].text;
}

describe('generateContent with a question about an image', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('answers in JSON by schema, counts tokens, and charges a description', async () => {
    const response = await askGoogle(url);
    expect(await response.clone().json()).toMatchObject({
      candidates: [{ finishReason: 'STOP', index: 0 }],
      modelVersion: 'gemini-3.8-flash',
      usageMetadata: {
        promptTokenCount: 1_134,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 14 },
          { modality: 'IMAGE', tokenCount: 1_120 },
        ],
        candidatesTokensDetails: [{ modality: 'TEXT' }],
        thoughtsTokenCount: 96,
      },
    });
    expect(JSON.parse(await readText(response))).toMatchObject({
      title: expect.stringMatching(/^Red square - /),
      category: expect.any(Number),
    });
    const { operations, prompts } = await readCalls(url);
    expect(operations).toEqual({ 'google/describe': { received: 1, answered: 1, paid: 1 } });
    expect(Object.keys(prompts)).toEqual([expect.stringContaining('File name: red-square.png [')]);
  });

  it.each([
    ['a schema for plain text', {}, { responseMimeType: undefined }],
    ["a schema in Gemini's own format", {}, { responseSchema: textsSchema }],
    ['a schema that it cannot fill', {}, { responseJsonSchema: { type: 'array' } }],
    ['another thinking level', {}, { thinkingConfig: { thinkingLevel: 'HIGH' } }],
    ['a thinking budget', {}, { thinkingConfig: { thinkingBudget: 5 } }],
    ['few tokens', {}, { maxOutputTokens: 100 }],
    ['an image setting', {}, { imageConfig: { aspectRatio: '1:1' } }],
    ['a broken picture', { picture: redSquare.subarray(0, 200) }, {}],
    ['a GIF', { mimeType: 'image/gif' }, {}],
    ['no question', { text: '' }, {}],
  ])('rejects %s', async (_, question, config) => {
    const response = await askGoogle(url, question, config);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
    expect((await readCalls(url)).providers['google']?.paid).toBe(0);
  });

  it('refuses for safety, or blocks the prompt', async () => {
    await addFaults(url, [
      { provider: 'google', times: 1, fault: { kind: 'refusal' } },
      { provider: 'google', times: 1, fault: { kind: 'refusal', reason: 'block:PROHIBITED_CONTENT' } },
    ]);
    expect(await (await askGoogle(url)).json()).toMatchObject({
      candidates: [{ content: {}, finishReason: 'SAFETY' }],
    });
    expect(await (await askGoogle(url)).json()).toMatchObject({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    });
  });
});
