import { matchesGlob } from 'node:path/posix';
import { deployCommand } from './commands.ts';
import { failed, passed, type Row } from './report.ts';
import type { Target } from './target.ts';

const TIMEOUT_MS = 20_000;
const APP = '<div id="root">';

interface Sample {
  path: string;
  status: number;
  /** Whether the answer is the page of the app. */
  isApp: boolean;
  /** What the API sets itself; Hosting must not replace it. */
  cacheControl?: string;
}

/** Each kind of path that firebase.json treats differently. */
export async function checkHosting(target: Target): Promise<Row[]> {
  const page = await (await get(target, '/')).text();
  const asset = /\/assets\/[^"]+\.js/.exec(page)?.[0];
  const samples: Sample[] = [
    { path: '/', status: 200, isApp: true },
    { path: '/index.html', status: 200, isApp: true },
    { path: '/tools/any/page', status: 200, isApp: true },
    { path: asset ?? '/assets/', status: 200, isApp: false },
    { path: '/presets/anime-1.webp', status: 200, isApp: false },
    { path: '/api/health', status: 200, isApp: false, cacheControl: 'no-store' },
    { path: '/api/settings', status: 200, isApp: false, cacheControl: 'public, max-age=300' },
    { path: '/api/missing', status: 404, isApp: false, cacheControl: 'no-store' },
  ];
  const rows = await Promise.all(samples.map((sample) => checkSample(target, sample)));
  return [...rows, await checkMissingFile(target), await checkSignInFrame(target)];
}

const get = ({ url }: Target, path: string) =>
  fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

async function checkSample(target: Target, { path, status, isApp, cacheControl }: Sample): Promise<Row> {
  const answer = await get(target, path);
  const expected = new Map(findHeaders(target, path));
  if (cacheControl !== undefined) expected.set('cache-control', cacheControl);
  const problems = [...expected].flatMap(([key, value]) => compare(answer.headers, key, value));
  if (answer.status !== status) problems.unshift(`status ${answer.status} instead of ${status}`);
  if ((await answer.text()).includes(APP) !== isApp)
    problems.push(isApp ? 'the response is not the app' : 'returned the app instead');
  return toRow(
    target,
    `hosting ${path.replace(/-[\w-]+\.js$/, '-….js')}`,
    problems,
    `${status}, ${expected.size} headers`,
  );
}

/** Firebase gives a 404 the headers of 404.html, the emulator those of the path: only the others are compared. */
async function checkMissingFile(target: Target): Promise<Row> {
  const path = '/assets/missing-12345678.js';
  const answer = await get(target, path);
  const expected = findHeaders(target, path).filter(([key]) => key !== 'cache-control');
  const problems = expected.flatMap(([key, value]) => compare(answer.headers, key, value));
  if (answer.status !== 404) problems.unshift(`status ${answer.status} instead of 404`);
  if ((await answer.text()).includes(APP)) problems.push('returned the app instead');
  return toRow(target, 'hosting: a missing file', problems, `404, ${expected.length} headers`);
}

/** `frame-ancestors 'none'` would keep Firebase's sign-in frame out of the app. */
async function checkSignInFrame(target: Target): Promise<Row> {
  const check = 'hosting: sign-in frame';
  const { status, headers } = await get(target, '/__/auth/iframe');
  if (status !== 200) return { check, result: 'not checked', detail: `/__/auth/iframe answered ${status}` };
  const policy = headers.get('content-security-policy') ?? '';
  const problems = policy.includes("frame-ancestors 'none'") ? ['the policy of the app is on /__/'] : [];
  return toRow(target, check, problems, 'may be framed');
}

function compare(headers: Headers, key: string, value: string): string[] {
  const actual = headers.get(key);
  if (actual === value) return [];
  if (actual === null) return [`${key} is missing, not "${value}"`];
  // Of a long policy, only the directives that differ.
  const [found, wanted] = [actual, value].map((text) => text.split(/; */));
  const added = found?.filter((part) => !wanted?.includes(part)).join('; ');
  const missing = wanted?.filter((part) => !found?.includes(part)).join('; ');
  return [`${key} has "${added}", not "${missing}"`];
}

/** As Hosting does: of all rules that match, the last one to set a header wins. */
function findHeaders({ hosting }: Pick<Target, 'hosting'>, path: string): [string, string][] {
  const found = new Map<string, string>();
  for (const { source, headers } of hosting.headers) {
    const isNegated = source.startsWith('!');
    if (matchesGlob(path, isNegated ? source.slice(1) : source) === isNegated) continue;
    for (const { key, value } of headers) found.set(key.toLowerCase(), value);
  }
  return [...found];
}

const toRow = ({ project }: Target, check: string, problems: readonly string[], detail: string): Row =>
  problems.length === 0
    ? passed(check, detail)
    : failed(check, problems.join('; '), deployCommand(project, 'hosting'));
