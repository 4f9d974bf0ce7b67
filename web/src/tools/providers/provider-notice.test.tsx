import { listProviders, type KeyProblem, type ProviderState } from '@portal/contracts/providers';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { KeyProblems, SandboxBadge } from './provider-notice.tsx';

const stateOf = (provider: ProviderState['provider'], problem: KeyProblem | null, isSandbox = false) => ({
  provider,
  problem,
  isSandbox,
});

const answerWith = (...providers: ProviderState[]) =>
  answerByPath(({ path }) => (path === listProviders.path ? Response.json({ providers }) : undefined));

test('names the providers of the form that the sandbox plays', async () => {
  answerWith(stateOf('openai', null, true), stateOf('google', null), stateOf('xai', null, true));
  openPart(<SandboxBadge providers={['xai', 'google', 'openai', undefined]} />);
  expect(await screen.findByText('Sandbox: OpenAI, xAI')).toBeDefined();
});

test.each([
  ['rejected', "OpenAI refuses the studio's key. platform.openai.com", '/api-keys'],
  ['exhausted', "OpenAI has no credit or quota left for the studio's key. platform.openai.com", '/billing'],
  [
    'unverified',
    'OpenAI makes images only for organizations that it has verified. platform.openai.com',
    '/general',
  ],
] as const)(
  'says in one sentence that a key is %s, with the page of the provider',
  async (problem, text, page) => {
    answerWith(stateOf('openai', problem), stateOf('google', 'rejected'));
    openPart(<KeyProblems providers={['openai']} />);
    expect(await screen.findByRole('status', { name: 'OpenAI keys' })).toBeDefined();
    expect(readText()).toBe(text);
    expect(screen.getByRole<HTMLAnchorElement>('link').href).toContain(page);
  },
);

test('says nothing while the keys work', async () => {
  const requests = answerWith(stateOf('openai', null));
  openPart(
    <>
      <SandboxBadge providers={['openai']} />
      <KeyProblems providers={['openai']} />
    </>,
  );
  await expect.poll(() => requests.length).toBe(1);
  expect(readText()).toBe('');
});

test('says so within a minute when a key no longer works, and when it does again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let problem: KeyProblem | null = null;
  answerByPath(() => Response.json({ providers: [stateOf('openai', problem)] }));
  openPart(<KeyProblems providers={['openai']} />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  problem = 'rejected';
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole('status', { name: 'OpenAI keys' })).toBeDefined();
  problem = null;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(readText()).toBe('');
});
