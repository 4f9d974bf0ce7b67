/** `npm run providers:check`: tests the adapters against the real services whose keys are in the environment. */
import { MEDIA_CASES, runMediaCase } from '../../pictures/media/media-cases.ts';
import { ADAPTER_CASES } from './adapter-cases.ts';
import { CHECK_CASES } from './check-cases.ts';
import { EDIT_CASES } from './edit-cases.ts';
import { readConfig } from './config.ts';
import { DESCRIBE_CASES } from './describe-cases.ts';
import { HALF_PRICE_CASES } from './half-price-cases.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

const { providers, cloudinary } = readConfig();
let failed = 0;

async function run(name: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
    print(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    print(`FAILED  ${name}\n        ${error instanceof Error ? error.message : String(error)}`);
  }
}

const cases = [
  ...CHECK_CASES,
  ...ADAPTER_CASES,
  ...EDIT_CASES,
  ...DESCRIBE_CASES,
  ...HALF_PRICE_CASES,
].flatMap(({ provider, ...rest }) => {
  const access = providers[provider];
  return access ? [{ provider, access, ...rest }] : [];
});
const paid = cases.filter(({ paidImages }) => paidImages > 0);
if (paid.length > 0) {
  const dollars = paid.reduce((sum, each) => sum + each.dollars, 0);
  print(`This makes ${paid.length} images and texts, for about $${dollars.toFixed(2)} by the price table.`);
}
for (const { provider, access, name, paidImages, dollars, check } of cases) {
  if (paidImages > 0) print(`paid    ${provider}: about $${dollars.toFixed(3)}`);
  await run(`${provider} ${name}`, () => check(access));
}
if (cloudinary) {
  for (const each of MEDIA_CASES) await run(`cloudinary ${each.name}`, () => runMediaCase(each, cloudinary));
}
for (const [provider, access] of Object.entries({ ...providers, cloudinary })) {
  if (!access) print(`skipped ${provider}: its key is not in the environment`);
}
process.exitCode = failed > 0 ? 1 : 0;
