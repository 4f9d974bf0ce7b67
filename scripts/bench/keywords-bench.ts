/** Counts faults in the Keyword Generator's texts for 40 pictures, before and after the cleaning. See docs/benchmarks.md. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PictureProviderSchema, type PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from '@portal/functions/src/providers/call-provider.ts';
import { readConfig } from '@portal/functions/src/providers/conformance/config.ts';
import { DEFAULT_MODELS } from '@portal/functions/src/providers/model-registry.ts';
import { findFreePorts } from '@portal/local/ports';
import { startSandbox } from '@portal/local/sandbox';
import { repositoryRoot } from '@portal/local/start-local-portal';
import { makeSamples, type Sample } from './keywords/corpus.ts';
import { findPictures } from './keywords/draw-pictures.ts';
import { judgeCorpus } from './keywords/judge-corpus.ts';
import { countSameTitles, FAULT_NAMES, judgeTexts } from './keywords/judge-keywords.ts';
import { writeAll, type Written } from './keywords/write-all.ts';
import { printFigure } from './table.ts';

const MAX_LISTED = 12;

/**
 * The sandbox says answers with known faults, which judges the cleaning. With `mayPay`, a provider whose key is in the environment
 * (as for `npm run providers:check`) describes the same pictures, which judges the prompt, too.
 */
export async function benchKeywords({ mayPay }: { mayPay: boolean }): Promise<void> {
  const dataFolder = join(repositoryRoot, '.build/bench-keywords');
  rmSync(dataFolder, { recursive: true, force: true });
  const { sandbox: port } = await findFreePorts();
  const sandbox = await startSandbox({ port, dataFolder, latencyMs: 0 });
  try {
    const url = `http://127.0.0.1:${port}`;
    const access = { baseUrl: `${url}/openai/v1`, apiKey: 'sandbox-openai-key-1', fetch };
    const samples = makeSamples();
    const pictures = await findPictures(samples, access);
    await scriptAnswers(url, samples);
    const written = await writeAll(samples, pictures, 'openai', access);
    printFaults('Scripted answers', written);
    printCorpus(written);
    if (mayPay) await benchProviders(samples, pictures);
  } finally {
    await sandbox.stop();
  }
}

async function scriptAnswers(url: string, samples: readonly Sample[]): Promise<void> {
  const rules = samples.map(({ fileName, answer }) => ({
    provider: 'openai',
    match: { promptIncludes: `File name: ${fileName}` },
    fault: { kind: 'says', text: answer },
  }));
  const response = await fetch(`${url}/control/faults`, { method: 'POST', body: JSON.stringify(rules) });
  if (!response.ok) throw new Error(await response.text());
}

async function benchProviders(samples: readonly Sample[], pictures: readonly Buffer[]): Promise<void> {
  const { providers } = readConfig();
  for (const provider of PictureProviderSchema.options) {
    const access = providers[provider];
    if (access) await benchProvider(provider, access, samples, pictures);
    else printFigure(`${provider}, with the prompt`, 'skipped: its key is not in the environment');
  }
}

async function benchProvider(
  provider: PictureProvider,
  access: ProviderAccess,
  samples: readonly Sample[],
  pictures: readonly Buffer[],
): Promise<void> {
  const { price = 0, upstreamModel } = DEFAULT_MODELS[`keywords-${provider}`];
  const dollars = (price * samples.length).toFixed(2);
  printFigure(`${provider}, ${upstreamModel}`, `paid: about $${dollars} by the price table`);
  printFaults(`${provider}, ${upstreamModel}`, await writeAll(samples, pictures, provider, access));
}

/** Counts over all pictures with the average of one, and the share that is left. */
function printFaults(title: string, written: readonly Written[]): void {
  const judge = (which: 'said' | 'kept') =>
    written.map(({ sample, [which]: texts }) => judgeTexts(texts, sample.options));
  const [said, kept] = [judge('said'), judge('kept')];
  const calls = sum(written.map((each) => each.calls));
  process.stdout.write(`\n${title}: ${written.length} pictures, ${calls} calls\n`);
  printRow('', 'answers', 'a picture', 'cleaned', 'a picture', 'left');
  const print = (name: string, before: number, after: number) => {
    const average = (count: number) => (count / written.length).toFixed(2);
    const left = before === 0 ? '-' : (after / before).toFixed(2);
    printRow(name, String(before), average(before), String(after), average(after), left);
  };
  for (const name of FAULT_NAMES) {
    print(name, sum(said.map((each) => each[name])), sum(kept.map((each) => each[name])));
  }
  const countTitles = (which: 'said' | 'kept') => countSameTitles(written.map((each) => each[which].title));
  print('titles of another picture', countTitles('said'), countTitles('kept'));
}

const printRow = (name: string, ...cells: string[]): void =>
  void process.stdout.write(`  ${name.padEnd(40)}${cells.map((cell) => cell.padStart(11)).join('')}\n`);

function printCorpus(written: readonly Written[]): void {
  const results = written.map(({ sample, kept }) => ({ sample, kept: kept.keywords }));
  const { faults, good, lost, unknown, reordered } = judgeCorpus(results);
  for (const [fault, { planted, left }] of faults) {
    printFigure(`  planted: ${fault}`, `${planted}, left ${left}`);
  }
  printFigure('  good keywords lost', `${lost.length} of ${good}${listSome(lost)}`);
  printFigure(
    '  good keywords unknown to the dictionary',
    `${unknown.length} of ${good}${listSome(unknown)}`,
  );
  printFigure('  pictures with keywords in another order', `${reordered} of ${written.length}`);
}

const listSome = (words: readonly string[]): string =>
  words.length === 0 ? '' : `: ${[...new Set(words)].slice(0, MAX_LISTED).join(', ')}`;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
