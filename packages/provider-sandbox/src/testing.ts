/** Test helpers: starts a sandbox and sends requests as clients do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    { model: 'gpt-image-2.5-flare', prompt: 'a red house', ...fields },
    { authorization: 'Bearer sandbox-openai-key-1' },
    init,
  );
}

export function generateWithXai(url: string, fields: Fields = {}) {
  return postJson(
    `${url}${urls.xai}`,
    { model: 'grok-imagine-image', prompt: 'a red house', response_format: 'b64_json', ...fields },
    { authorization: 'Bearer sandbox-xai-key-1' },
  );
}

export function generateWithGoogle(url: string, generationConfig: Fields = {}, rest: Fields = {}) {
  return postJson(
    `${url}${urls.google}`,
    { contents: [{ role: 'user', parts: [{ text: 'a red house' }] }], generationConfig, ...rest },
    { 'x-goog-api-key': 'sandbox-google-key-1' },
  );
}

export function generateWithStability(
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ prompt: 'a red house', ...fields })) body.set(name, value);
  return fetch(`${url}${urls.stability}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-stability-key-1', accept: 'image/*', ...headers },
    body,
  });
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
