import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { loadFirebaseTools } from './access-token.ts';
import { FOLDERS } from './setup/bucket.ts';
import { readOptions } from './setup/options.ts';
import { QUESTIONS } from './setup/settings-file.ts';
import { startGoogle } from './setup/testing/start-google.ts';
import { World } from './setup/testing/world.ts';

const run = promisify(execFile);
const file = join(import.meta.dirname, 'setup.ts');

it('dry runs for a made-up project from the command line', async () => {
  const world = new World('test-portal');
  const google = await startGoogle(world);
  onTestFinished(() => google.stop());
  const env = { GOOGLE_OAUTH_ACCESS_TOKEN: world.token, GOOGLE_APIS_URL: google.origin };
  const { stdout } = await run(process.execPath, [file, '--project', 'test-portal'], { env });
  expect(stdout).toMatch(/^Project test-portal, region us-central1\. Dry run: nothing is changed\.\n/);
  expect(stdout).toMatch(/\n\d+ changes\. Run again with --apply to make them\.\n/);
  expect(stdout).toContain('Then: npm run cloud:deploy');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^ {2}\d\. Then run this command again with --apply --no-deploy/,
  );
  expect(google.writes()).toEqual([]);
});

it('explains its options', () => {
  expect(() => readOptions(['--github', "x' || true || '"])).toThrow(
    '--project is missing\n--github must be OWNER/REPO\n\nUsage: npm run cloud:setup',
  );
  expect(() => readOptions(['--projet', 'x'])).toThrow("Unknown option '--projet'");
});

it('finds the sign-in of the Firebase CLI', () => {
  expect(loadFirebaseTools()).toEqual({
    getProjectDefaultAccount: expect.any(Function),
    requireAuth: expect.any(Function),
    getAccessToken: expect.any(Function),
  });
});

it('uses the same names as the functions', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../functions', path), 'utf8');
  for (const folder of FOLDERS) {
    expect(
      ['operations/cleanup/remove-files', 'pictures/media/bucket-images']
        .map((path) => read(`src/${path}.ts`))
        .join(''),
    ).toContain(`'${folder}'`);
  }
  for (const name of [...Object.keys(QUESTIONS), 'WEB_API_KEY', 'REGION']) {
    expect(parseEnv(read('.env.example'))).toHaveProperty(name);
  }
});
