import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { repositoryRoot } from './start-local-portal.ts';

const readText = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const externalServices = [
  ...readText('functions/src/platform/config/config.ts').matchAll(
    /defineSetting\(\s*'(\w+)',\s*url\('https:/g,
  ),
].map(([, name = '']) => name);

it('sends plain `firebase emulators:start` to the sandbox for every external service', () => {
  const settings = parseEnv(readText('functions/.env.demo-portal'));
  expect(externalServices.length).toBeGreaterThanOrEqual(7);
  for (const name of externalServices) expect(settings[name]).toMatch(/^http:\/\/127\.0\.0\.1:9699(\/|$)/);
});
