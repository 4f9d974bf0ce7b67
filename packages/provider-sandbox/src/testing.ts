/** Test helpers: starts a sandbox and sends requests as clients do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { startSandbox, type SandboxOptions } from './start-sandbox.ts';

export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox without latency that closes when the test ends. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ port: 0, latencyMs: 0, dataFolder: makeDataFolder(), ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

type Fields = Record<string, unknown>;

const urls = {
  openai: '/openai/v1/images/generations',
  xai: '/xai/v1/images/generations',
  google: '/google/v1beta/models/gemini-nano-banana-2.1:generateContent',
  stability: '/stability/v2beta/stable-image/generate/sd3',
};

export function generateWithOpenAi(url: string, fields: Fields = {}, init: RequestInit = {}) {
  return postJson(
    `${url}${urls.openai}`,
    {
      model: 'gpt-image-2.5-flare',
      prompt: 'a red house',
      quality: 'low',
      background: 'opaque',
      size: '1024x1024',
      output_format: 'png',
      n: 1,
      ...fields,
    },
    { authorization: 'Bearer sandbox-openai-key-1' },
    init,
  );
}

export function generateWithXai(url: string, fields: Fields = {}) {
  return postJson(
    `${url}${urls.xai}`,
    { model: 'grok-imagine-image', prompt: 'a red house', n: 1, response_format: 'b64_json', ...fields },
    { authorization: 'Bearer sandbox-xai-key-1' },
  );
}

export function generateWithGoogle(url: string, imageConfig: Fields = {}, rest: Fields = {}) {
  return postJson(
    `${url}${urls.google}`,
    {
      contents: [{ role: 'user', parts: [{ text: 'a red house' }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '1:1', imageSize: '1K', ...imageConfig },
      },
      ...rest,
    },
    { 'x-goog-api-key': 'sandbox-google-key-1' },
  );
}

export function generateWithStability(
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const body = new FormData();
  const all = {
    prompt: 'a red house',
    mode: 'text-to-image',
    model: 'sd3.5-large',
    aspect_ratio: '1:1',
    output_format: 'png',
    style_preset: 'cinematic',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) body.set(name, value);
  return fetch(`${url}${urls.stability}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-stability-key-1', accept: 'image/*', ...headers },
    body,
  });
}

export const redSquare = await sharp({
  create: { width: 240, height: 240, channels: 3, background: '#d81414' },
})
  .png()
  .toBuffer();

export const textsSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    keywords: { type: 'array', items: { type: 'string' } },
    category: { type: ['integer', 'null'] },
  },
  required: ['title', 'keywords', 'category'],
  additionalProperties: false,
};

interface Question {
  picture?: Buffer;
  mimeType?: string;
  text?: string;
}

const DEFAULT_TEXT = 'File name: red-square.png';
const INSTRUCTIONS = 'You write titles and keywords.';

/** `fields` override the defaults. */
export function askOpenAi(
  url: string,
  { picture = redSquare, mimeType = 'image/png', text = DEFAULT_TEXT }: Question = {},
  fields: Fields = {},
) {
  const address = `data:${mimeType};base64,${picture.toString('base64')}`;
  const image = { type: 'input_image', image_url: address, detail: 'auto' };
  return postJson(
    `${url}/openai/v1/responses`,
    {
      model: 'gpt-5.4-mini',
      instructions: INSTRUCTIONS,
      input: [{ role: 'user', content: [image, { type: 'input_text', text }] }],
      text: { format: { type: 'json_schema', name: 'texts', strict: true, schema: textsSchema } },
      reasoning: { effort: 'low' },
      max_output_tokens: 8_000,
      store: false,
      ...fields,
    },
    { authorization: 'Bearer sandbox-openai-key-1' },
  );
}

/** `config` overrides the defaults. */
export function askGoogle(
  url: string,
  { picture = redSquare, mimeType = 'image/png', text = DEFAULT_TEXT }: Question = {},
  config: Fields = {},
) {
  const inlineData = { mimeType, data: picture.toString('base64') };
  return postJson(
    `${url}/google/v1beta/models/gemini-3.8-flash:generateContent`,
    {
      contents: [{ role: 'user', parts: [{ inlineData }, { text }] }],
      systemInstruction: { role: 'user', parts: [{ text: INSTRUCTIONS }] },
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: textsSchema,
        maxOutputTokens: 8_000,
        thinkingConfig: { thinkingLevel: 'LOW' },
        ...config,
      },
    },
    { 'x-goog-api-key': 'sandbox-google-key-1' },
  );
}

export function postJson(
  url: string,
  value: unknown,
  headers: Record<string, string> = {},
  init: RequestInit = {},
) {
  return fetch(url, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
}

const ImagesSchema = z.object({ data: z.array(z.object({ b64_json: z.base64() })) });

/** The images in a response of OpenAI or xAI. */
export async function readImages(response: Response): Promise<Buffer[]> {
  const { data } = ImagesSchema.parse(await response.json());
  return data.map((image) => Buffer.from(image.b64_json, 'base64'));
}

const CountsSchema = z.object({
  received: z.number(),
  answered: z.number(),
  paid: z.number(),
  halfPrice: z.number().optional(),
});
const ReportSchema = z.object({
  providers: z.record(z.string(), CountsSchema),
  operations: z.record(z.string(), CountsSchema),
  prompts: z.record(z.string(), CountsSchema),
  keys: z.record(z.string(), CountsSchema),
  calls: z.array(
    z.object({ prompt: z.string(), status: z.number().nullable(), paid: z.number(), state: z.string() }),
  ),
});

export async function readCalls(url: string) {
  return ReportSchema.parse(await (await fetch(`${url}/control/calls`)).json());
}

export async function addFaults(url: string, rules: readonly Fields[]): Promise<void> {
  const response = await postJson(`${url}/control/faults`, rules);
  if (!response.ok) throw new Error(await response.text());
}

/** Sends a command to `/control`. */
export async function control(url: string, path: string, value: unknown): Promise<unknown> {
  const response = await postJson(`${url}/control/${path}`, value);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
