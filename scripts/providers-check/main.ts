/**
 * `npm run providers:check`: holds the real services against what the adapters expect, with the keys that `npm start` uses too. Without
 * a key it says what it would check and cost.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROVIDER_TITLES, ProviderSchema } from '@portal/contracts/generation-request';
import { readBaseUrl, readCloudinaryUrls } from '@portal/functions/src/platform/config/config.ts';
import { MEDIA_CASES, runMediaCase } from '@portal/functions/src/pictures/media/media-cases.ts';
import { ADAPTER_CASES } from '@portal/functions/src/providers/conformance/adapter-cases.ts';
import { CHECK_CASES } from '@portal/functions/src/providers/conformance/check-cases.ts';
import { DESCRIBE_CASES } from '@portal/functions/src/providers/conformance/describe-cases.ts';
import { EDIT_CASES } from '@portal/functions/src/providers/conformance/edit-cases.ts';
import { HALF_PRICE_CASES } from '@portal/functions/src/providers/conformance/half-price-cases.ts';
import { ISSUE_CASES } from '@portal/functions/src/tools/check/issue-cases.ts';
import { config } from '@portal/local/config';
import { readRealServices, type RealServices } from '@portal/local/real-services';
import { print } from '../test/report.ts';
import { repositoryRoot } from '../test/run-command.ts';
import { describePlan, writeReport, type Outcome } from './report.ts';

const CASES = [
  ...CHECK_CASES,
  ...ADAPTER_CASES,
  ...EDIT_CASES,
  ...DESCRIBE_CASES,
  ...ISSUE_CASES,
  ...HALF_PRICE_CASES,
];

const outcomes: Outcome[] = [];

async function run(service: string, name: string, check: () => Promise<void>): Promise<void> {
  let problem: string | undefined;
  try {
    await check();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  outcomes.push({ service, name, problem });
  print(
    problem === undefined ? `ok      ${service}: ${name}` : `FAILED  ${service}: ${name}\n        ${problem}`,
  );
}

async function checkProviders({ keys, baseUrls }: RealServices): Promise<void> {
  for (const { provider, name, check } of CASES) {
    const [apiKey] = keys[provider];
    if (apiKey === undefined) continue;
    const baseUrl = baseUrls[provider] ?? readBaseUrl(provider);
    await run(PROVIDER_TITLES[provider], name, () => check({ baseUrl, apiKey, fetch }));
  }
}

async function checkCloudinary({ cloudinary }: RealServices): Promise<void> {
  if (!cloudinary) return;
  const settings = { ...readCloudinaryUrls(), ...cloudinary };
  for (const each of MEDIA_CASES) await run('Cloudinary', each.name, () => runMediaCase(each, settings));
}

const real = readRealServices(repositoryRoot, config.environment);
const plan = ProviderSchema.options.map((provider) => {
  const own = CASES.filter((each) => each.provider === provider);
  return {
    service: PROVIDER_TITLES[provider],
    cases: own.length,
    paid: own.filter(({ paidImages }) => paidImages > 0).length,
    dollars: own.reduce((sum, { dollars }) => sum + dollars, 0),
    hasKey: real.keys[provider].length > 0,
  };
});
for (const line of describePlan([
  ...plan,
  {
    service: 'Cloudinary',
    cases: MEDIA_CASES.length,
    paid: 0,
    dollars: 0,
    hasKey: real.cloudinary !== undefined,
  },
]))
  print(line);
await checkProviders(real);
await checkCloudinary(real);
if (outcomes.length > 0) {
  const folder = join(repositoryRoot, '.build');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `providers-check-${new Date().toISOString().slice(0, 10)}.md`);
  writeFileSync(file, writeReport(outcomes, new Date()));
  print(`\nThe report is in ${relative(repositoryRoot, file)}. It contains no key.`);
}
process.exitCode = outcomes.some(({ problem }) => problem !== undefined) ? 1 : 0;
