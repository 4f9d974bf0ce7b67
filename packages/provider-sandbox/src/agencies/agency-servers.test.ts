import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import ssh2 from 'ssh2';
import { expect, it, onTestFinished } from 'vitest';
import { AGENCY_ACCOUNT } from '../settings.ts';
import { startAgencyServers } from './start-agency-servers.ts';

async function start() {
  const servers = await startAgencyServers();
  onTestFinished(() => servers.close());
  return servers;
}

/** Sends a command and returns the reply. */
async function ask(socket: Socket, command: string): Promise<string> {
  const reply = once(socket, 'data');
  socket.write(`${command}\r\n`);
  return String((await reply)[0]);
}

async function openControl(): Promise<{ socket: Socket; certificate: string }> {
  const { ports, keys } = await start();
  const socket = connect(ports.ftps, '127.0.0.1');
  await once(socket, 'data');
  onTestFinished(() => void socket.destroy());
  return { socket, certificate: keys.certificate };
}

async function logIn(): Promise<{ control: TLSSocket; certificate: string }> {
  const { socket, certificate } = await openControl();
  expect(await ask(socket, 'AUTH TLS')).toMatch(/^234/);
  const control = connectTls({ socket, ca: certificate, host: '127.0.0.1' });
  await once(control, 'secureConnect');
  expect(await ask(control, `USER ${AGENCY_ACCOUNT.user}`)).toMatch(/^331/);
  expect(await ask(control, `PASS ${AGENCY_ACCOUNT.password}`)).toMatch(/^230/);
  return { control, certificate };
}

it('takes neither user nor commands before TLS', async () => {
  const { socket } = await openControl();
  for (const command of ['USER somebody', 'PASS anything', 'LIST', 'STOR a.jpg', 'EPSV'])
    expect(await ask(socket, command), command).toMatch(/^530/);
});

it('opens data connections only in private', async () => {
  const { control } = await logIn();
  expect(await ask(control, 'EPSV')).toMatch(/^521/);
  expect(await ask(control, 'PROT C')).toMatch(/^536/);
  expect(await ask(control, 'EPSV')).toMatch(/^521/);
  await ask(control, 'PBSZ 0');
  expect(await ask(control, 'PROT P')).toMatch(/^200/);
  expect(await ask(control, 'EPSV')).toMatch(/^229/);
});

it('refuses a data connection with a session of its own', async () => {
  const { control, certificate } = await logIn();
  await ask(control, 'PBSZ 0');
  await ask(control, 'PROT P');
  const port = Number(/\|(\d+)\|/.exec(await ask(control, 'EPSV'))?.[1]);
  expect(await ask(control, 'STOR a.jpg')).toMatch(/^150/);
  const reply = once(control, 'data');
  const data = connectTls({ port, host: '127.0.0.1', ca: certificate });
  data.on('error', () => undefined);
  expect(String((await reply)[0])).toMatch(/^522/);
  data.destroy();
});

it('locks an account after five wrong passwords', async () => {
  const { ports, inboxes } = await start();
  const attempt = (password: string) =>
    new Promise<boolean>((resolve) => {
      const client = new ssh2.Client();
      client.once('ready', () => {
        client.end();
        resolve(true);
      });
      client.once('error', () => resolve(false));
      client.connect({ host: '127.0.0.1', port: ports.sftp, username: AGENCY_ACCOUNT.user, password });
    });
  expect(await attempt(AGENCY_ACCOUNT.password)).toBe(true);
  for (let count = 0; count < 5; count += 1) expect(await attempt('wrong')).toBe(false);
  expect(inboxes.sftp.wrongPasswords).toBe(5);
  expect(await attempt(AGENCY_ACCOUNT.password)).toBe(false);
});
