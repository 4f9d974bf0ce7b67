/**
 * `npm run check` runs this: every id of docs/spec/ids.txt that states behavior is named by a test's title, and titles name no
 * other ids. `--list` also prints the titles that name each id.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print } from './test/report.ts';

const root = join(import.meta.dirname, '..');
const specFolder = join(root, 'docs/spec');
const TEST_FILES = '{contracts,functions,web,packages,local,e2e}/**/*.{test,spec}.{ts,tsx}';

interface SpecId {
  id: string;
  text: string;
  /** Why no test is required: "no behavior", and the details. */
  exemption: string | undefined;
}

export interface TestTitle {
  file: string;
  title: string;
}

export function parseSpecIds(list: string): SpecId[] {
  return [...list.matchAll(/^([PTD]\S+) (.*?)(?: \{(no behavior: .+)\})?$/gm)].map(
    ([, id = '', text = '', exemption]) => ({ id, text, exemption }),
  );
}

/** Every string literal that names ids. Mistyped ids count, so that they are reported. */
export function findTitles(file: string, source: string): TestTitle[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const literals = code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g);
  return [...literals]
    .map(([literal]) => ({ file, title: literal.slice(1, -1) }))
    .filter(({ title }) => readIds(title).length > 0);
}

/** `... [P5.3]`, `... [P5.3, T2.1.7]`, and a table's cell that is put into such a title: `P5.3, T2.1.7` alone. */
function readIds(title: string): string[] {
  const text = title.replaceAll(/\$\{[^}]*\}|\$\w+/g, '');
  const isCell = /^(?:[PT]\d+(?:\.\d+)+|D-[a-z-]+\.\d+|, )+$/.test(text);
  const lists = isCell
    ? [text]
    : [...text.matchAll(/\[((?:[PT]\d|D-)[^\]]*)\]/g)].map(([, list = '']) => list);
  return lists.flatMap((list) => list.split(/[,\s]+/)).filter((id) => id !== '');
}

export function findProblems(specIds: readonly SpecId[], titles: readonly TestTitle[]): string[] {
  const known = new Set(specIds.map(({ id }) => id));
  const named = new Set(titles.flatMap(({ title }) => readIds(title)));
  const unknown = titles.flatMap(({ file, title }) =>
    readIds(title)
      .filter((id) => !known.has(id))
      .map((id) => `${file}: '${title}' names ${id}, which docs/spec/ids.txt does not have.`),
  );
  const untested = specIds
    .filter(({ id, exemption }) => exemption === undefined && !named.has(id))
    .map(({ id, text }) => `No test names [${id}]: ${text}`);
  return [...unknown, ...untested];
}

/** Ids count sentences, so that a changed spec file needs its list and checksum changed too. */
function findChangedSpecs(list: string): string[] {
  return [...list.matchAll(/^# sha256 of (\S+): (\w+)$/gm)].flatMap(([, file = '', expected]) => {
    const actual = createHash('sha256')
      .update(readFileSync(join(specFolder, file)))
      .digest('hex');
    return actual === expected ? [] : [`docs/spec/${file} changed: update docs/spec/ids.txt (${actual}).`];
  });
}

function printCoverage(specIds: readonly SpecId[], titles: readonly TestTitle[]): void {
  for (const { id, text, exemption } of specIds) {
    print(`${id} ${text}${exemption === undefined ? '' : ` {${exemption}}`}`);
    for (const { file, title } of titles) if (readIds(title).includes(id)) print(`    ${file}: ${title}`);
  }
}

if (import.meta.main) {
  const list = readFileSync(join(specFolder, 'ids.txt'), 'utf8');
  const specIds = parseSpecIds(list);
  const files = globSync(TEST_FILES, { cwd: root, exclude: ['**/node_modules'] });
  const titles = files.flatMap((file) => findTitles(file, readFileSync(join(root, file), 'utf8')));
  if (parseArgs({ options: { list: { type: 'boolean' } } }).values.list) printCoverage(specIds, titles);
  const problems = [...findChangedSpecs(list), ...findProblems(specIds, titles)];
  for (const problem of problems) print(problem);
  const exempt = specIds.filter(({ exemption }) => exemption !== undefined).length;
  print(`${specIds.length} spec ids, ${exempt} exempt, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
