import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeGoogle } from '../google.ts';
import { runSetup } from '../run-setup.ts';
import type { Ask, Setup } from '../step.ts';
import { startGoogle } from './start-google.ts';
import { World } from './world.ts';

const repository = join(import.meta.dirname, '../../..');
const EXAMPLE = 'functions/.env.example';

export const KEYS = {
  openai: ['sk-first-secret', 'sk-second-secret'],
  cloudinary: { cloudName: 'studio', apiKey: '4711-secret', apiSecret: 'cloudinary-secret' },
};

const ANSWERS: readonly [RegExp, string][] = [
  [/sign in\? Domain/, 'studio.com'],
  [/admin/, 'ada@studio.com, bob@studio.com'],
  [/two other/, 'partner@agency.com, bo@retouch.com'],
];
const answer: Ask = (question) => {
  const [, text] = ANSWERS.find(([pattern]) => pattern.test(question)) ?? [];
  if (text === undefined) throw new Error(`Unexpected question: ${question}`);
  return Promise.resolve(text);
};

type Overrides = Partial<
  Pick<Setup, 'ask' | 'adoptsBucket' | 'github' | 'budget' | 'region' | 'domains' | 'providerKeysFile'>
>;

/** A project on a Google of its own, and a folder with the example settings. */
export async function createSetup(project = 'test-portal') {
  const world = new World(project);
  const google = await startGoogle(world);
  const root = mkdtempSync(join(tmpdir(), 'setup-'));
  mkdirSync(join(root, 'functions'));
  cpSync(join(repository, EXAMPLE), join(root, EXAMPLE));
  const keysFile = join(root, 'keys.json');
  writeFileSync(keysFile, JSON.stringify(KEYS));
  onTestFinished(async () => {
    await google.stop();
    rmSync(root, { recursive: true });
  });

  async function run(isApplying: boolean, overrides: Overrides = {}) {
    const lines: string[] = [];
    const client = makeGoogle({
      project,
      getToken: () => Promise.resolve('test-token'),
      isApplying,
      waitMs: 1,
      origin: google.origin,
    });
    const options = {
      google: client,
      project,
      region: 'us-central1',
      domains: [],
      isApplying,
      alertEmail: undefined,
      budget: undefined,
      github: { repository: 'studio/portal', environment: 'production' },
      providerKeysFile: keysFile,
      adoptsBucket: false,
      root,
      ask: answer,
      ...overrides,
    };
    const result = await runSetup(options, (line) => lines.push(line));
    return { ...result, lines };
  }

  return {
    world,
    google,
    root,
    keysFile,
    dryRun: (overrides?: Overrides) => run(false, overrides),
    apply: (overrides?: Overrides) => run(true, overrides),
  };
}
