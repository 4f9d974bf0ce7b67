import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePorts, assertPortsFree, serviceNames, shiftPorts } from './ports.ts';

async function occupy(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
}

describe('ports', () => {
  it('finds a different free port for each service', async () => {
    const ports = await findFreePorts();
    expect(new Set(Object.values(ports)).size).toBe(serviceNames.length + 4);
    await expect(assertPortsFree(ports)).resolves.toBeUndefined();
  });

  it('never gives away a port twice, even if nothing listens on it yet', async () => {
    const found = await Promise.all(Array.from({ length: 200 }, findFreePorts));
    const ports = found.flatMap((each) => Object.values(each));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('names every port in use, its process, and how to choose others', async () => {
    const ports = await findFreePorts();
    await occupy(ports.auth);
    await occupy(ports.hub);
    const refusal = await assertPortsFree(ports).catch(String);
    expect(refusal).toMatch(
      new RegExp(`Port ${ports.auth} \\(auth\\) is taken by .+\\(process ${process.pid}\\)`),
    );
    expect(refusal).toContain(`Port ${ports.hub} (hub)`);
    expect(refusal).toContain('--port-offset');
    expect(refusal).not.toContain('(storage)');
  });

  it('moves all ports by the same number', async () => {
    const ports = await findFreePorts();
    expect(shiftPorts(ports, 7)).toEqual(
      Object.fromEntries(Object.entries(ports).map(([service, port]) => [service, port + 7])),
    );
  });
});
