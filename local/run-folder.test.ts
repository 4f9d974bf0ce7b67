import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serviceNames, shiftPorts } from './ports.ts';
import { blobsFolder, makeRunFolder, readFixedPorts, removeRunFolder } from './run-folder.ts';
import { repositoryRoot } from './start-local-portal.ts';

const WrittenSchema = z.object({
  hosting: z.object({
    headers: z.array(z.object({ headers: z.array(z.object({ key: z.string(), value: z.string() })) })),
  }),
  functions: z.array(z.object({ source: z.string() })),
  firestore: z.object({ rules: z.string() }),
  storage: z.object({ rules: z.string() }),
  emulators: z.looseObject(
    Object.fromEntries(serviceNames.map((name) => [name, z.object({ host: z.string(), port: z.number() })])),
  ),
});

describe('makeRunFolder', () => {
  const ports = shiftPorts(readFixedPorts(repositoryRoot), 1_000);
  const make = () => {
    const folder = makeRunFolder(repositoryRoot, ports);
    onTestFinished(() => removeRunFolder(folder));
    return {
      folder,
      written: WrittenSchema.parse(JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8'))),
    };
  };

  it('has firebase.json with the requested ports, on loopback only', () => {
    const { written } = make();
    for (const service of serviceNames) {
      expect(written.emulators[service]).toMatchObject({ host: '127.0.0.1', port: ports[service] });
    }
  });

  it("links to the repository's files", () => {
    const { folder, written } = make();
    const [{ source } = { source: '' }] = written.functions;
    const bundle = join(source, 'package.json');
    expect(realpathSync(join(folder, bundle))).toBe(realpathSync(join(repositoryRoot, bundle)));
    for (const rules of [written.firestore.rules, written.storage.rules])
      expect(existsSync(rules)).toBe(true);
  });

  it("gives the functions their own settings, and keeps the developer's", () => {
    const folder = makeRunFolder(repositoryRoot, ports, { env: 'A=1\n', secret: 'B=2\n' });
    onTestFinished(() => removeRunFolder(folder));
    expect(readFileSync(join(folder, 'functions/.env.local'), 'utf8')).toBe('A=1\n');
    expect(readFileSync(join(folder, 'functions/.secret.local'), 'utf8')).toBe('B=2\n');
    expect(existsSync(join(repositoryRoot, 'functions/.secret.local'))).toBe(false);
  });

  it("allows the page to reach only the emulators and production's hosts", () => {
    const policies = make()
      .written.hosting.headers.flatMap((rule) => rule.headers)
      .filter(({ key }) => key === 'Content-Security-Policy');
    expect(policies).toHaveLength(1);
    const policy = policies[0]?.value ?? '';
    expect(policy).toContain(
      `connect-src http://127.0.0.1:${ports.auth} http://127.0.0.1:${ports.storage} http://127.0.0.1:${ports.sandbox} 'self'`,
    );
    expect(policy).toContain(`frame-src http://127.0.0.1:${ports.auth} `);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('127.0.0.1');
  });

  it('is removed completely; other folders never are', () => {
    const { folder } = make();
    removeRunFolder(folder);
    expect(existsSync(folder)).toBe(false);
    removeRunFolder(blobsFolder(repositoryRoot));
    removeRunFolder(repositoryRoot);
    expect(existsSync(join(repositoryRoot, 'package.json'))).toBe(true);
  });
});
