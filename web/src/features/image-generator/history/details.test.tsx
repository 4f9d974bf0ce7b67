import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import {
  cardOf,
  findCard,
  findChoice,
  findDialog,
  findGroup,
  openHistory,
  openOptions,
  waitUntilClosed,
} from '../testing/open-generator.tsx';

const ended = { status: 'completed', endedAt: '2026-11-21T12:01:00.000Z' } as const;
const stability = createBatch({
  ...ended,
  id: 'stability',
  provider: 'stability',
  model: 'sd3.5-medium',
  version: 'medium',
  prompt: 'A red fox in the snow,\nat dusk',
  negativePrompt: 'fog',
  stylePreset: 'neon-punk',
  cfgScale: 7.5,
  seed: 0,
});
const plain = createBatch({ ...ended, id: 'plain', customName: 'As it was', negativePrompt: 'fog' });

test('shows why images failed, and retries uncertain ones only on request [P4.13, T5.3.1, T5.3.2, D-batches.8]', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const batch = createBatch({
    ...ended,
    id: 'failed',
    requestedCount: 6,
    completedCount: 1,
    failedCount: 4,
    uncertainCount: 1,
    expiresAt: '2026-11-23T16:30:00.000Z',
    failures: [
      { index: 1, state: 'failed', reason: 'The provider refused it.', attempts: 1 },
      { index: 2, state: 'failed', reason: 'The provider had an internal error.', attempts: 3 },
      { index: 3, state: 'uncertain', reason: 'No answer came in time.', attempts: 1 },
      { index: 4, state: 'failed', reason: 'The provider was busy.', attempts: 3 },
      { index: 5, state: 'failed', reason: 'The provider was busy.', attempts: 2 },
    ],
    retryable: { failed: 4, uncertain: 1 },
  });
  const { user, requests } = await openHistory({
    batches: [batch],
    answer: ({ method }) =>
      method === 'POST' ? Response.json({ success: true, batchId: 'x' }, { status: 202 }) : undefined,
  });
  const card = cardOf('failed');
  for (const text of ['Expires in 2 days 4 h', '1 uncertain']) card.getByText(text);
  expect(card.queryByText('Half price')).toBeNull();
  card.getByRole('img', { name: 'Image 2: The provider refused it.' });
  card.getByRole('img', { name: 'Image 4: No answer came in time.' });
  await user.click(card.getByText('4 failed'));
  const dialog = within(await findDialog('Failed images'));
  expect(
    dialog
      .getAllByRole('listitem')
      .map((item) => [...item.children].map(({ textContent }) => textContent).filter(Boolean)),
  ).toEqual([
    ['2 × The provider was busy.', 'Image 5, Image 6 · failed after 2 to 3 attempts'],
    ['Image 2 · failed after 1 attempt', 'The provider refused it.'],
    ['Image 3 · failed after 3 attempts', 'The provider had an internal error.'],
    ['Image 4 · uncertain after 1 attempt', 'No answer came in time.'],
  ]);
  dialog.getByText('Retry 4 images');
  await user.click(dialog.getByLabelText('Also retry the uncertain image. You may be charged twice for it.'));
  await user.click(dialog.getByText('Retry 5 images'));
  await waitUntilClosed();
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/image-generator/batches/failed/retry',
      body: { includeUncertain: true },
    }),
  );
});

test('groups equal failures of a batch, on its card and in the dialog', async () => {
  const { user } = await openHistory({
    batches: [
      createBatch({
        ...ended,
        id: 'refused',
        status: 'failed',
        requestedCount: 6,
        failedCount: 6,
        failures: Array.from({ length: 6 }, (_, index) => ({
          index,
          state: 'failed',
          reason: 'The provider refused it under its content rules. Change the prompt or the picture.',
          attempts: 1,
          permanent: 'refused',
        })),
      }),
    ],
  });
  cardOf('refused').getByText('· 6 × refused by content rules');
  await user.click(cardOf('refused').getByText('6 failed'));
  const group = within(await findDialog('Failed images')).getByRole('listitem');
  expect([...group.children].map(({ textContent }) => textContent)).toEqual([
    '6 × The provider refused it under its content rules. Change the prompt or the picture.',
    'Image 1, Image 2, Image 3, Image 4, Image 5, Image 6 · failed after 1 attempt',
  ]);
});

test('shows prompt, negative prompt and settings of a batch [T2.1.9, T2.1.10]', async () => {
  const { user } = await openHistory({
    batches: [
      stability,
      createBatch({ ...ended, id: 'without', provider: 'stability', model: 'sd3.5-medium' }),
      plain,
    ],
  });
  const readDialog = async (title: string) => {
    const dialog = await findDialog(title);
    const texts = [...dialog.querySelectorAll('.MuiDialogContent-root :not(:has(*))')].map(
      ({ textContent }) => textContent,
    );
    await user.click(within(dialog).getByText('Close'));
    await waitUntilClosed();
    return texts;
  };
  const card = cardOf('stability');
  await user.click(card.getByText('View prompt'));
  expect(await readDialog('Prompt')).toEqual(['A red fox in the snow,\nat dusk']);
  await user.click(card.getByText('View negative prompt'));
  expect(await readDialog('Negative prompt')).toEqual(['fog']);
  await user.click(card.getByLabelText('More actions'));
  await user.click(screen.getByRole('menuitem', { name: 'View settings' }));
  expect(await readDialog('Settings')).toEqual(
    expect.arrayContaining(['CFG scale', '7.5', 'Seed', '0', 'Style preset', 'Neon punk']),
  );
  for (const id of ['without', 'plain']) {
    cardOf(id).getByText('View prompt');
    expect(cardOf(id).queryByText('View negative prompt')).toBeNull();
  }
});

test('renames a batch, but not to nothing or more than 150 characters [T2.1.15, T9.0.7]', async () => {
  const { user, requests } = await openHistory({
    batches: [plain],
    answer: ({ method }) => (method === 'GET' ? undefined : Response.json({ success: true, batch: plain })),
  });
  const card = cardOf('plain');
  const type = async (name: string) => {
    await user.click(card.getByRole('button', { name: 'Rename' }));
    fireEvent.change(card.getByLabelText('Batch name'), { target: { value: name } });
  };
  const expectUnchanged = () => card.findByRole('heading', { name: 'As it was' });
  for (const [name, key] of [
    ['', 'Enter'],
    ['   ', 'Enter'],
    ['n'.repeat(151), 'Enter'],
    ['Another', 'Escape'],
  ] as const) {
    await type(name);
    await user.keyboard(`{${key}}`);
    await expectUnchanged();
  }
  await type('Another');
  await user.click(card.getByLabelText('Cancel'));
  await expectUnchanged();
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  await type('n'.repeat(150));
  await user.click(card.getByLabelText('Save'));
  await waitFor(() =>
    expect(requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { path: '/api/image-generator/batches/plain/name', body: { name: 'n'.repeat(150) } },
    ]),
  );
});

test('labels deprecated models, and offers no download for deleted files [T2.1.25, D-media.16]', async () => {
  const pictures = { requestedCount: 1, completedCount: 1, generatedImages: ['/api/x/images/0'] };
  await openHistory({
    batches: [
      createBatch({ ...ended, ...pictures, id: 'deprecated', provider: 'google', model: 'gemini' }),
      createBatch({ ...ended, ...pictures, id: 'without', prompt: 'A paper boat', filesDeleted: true }),
    ],
  });
  cardOf('deprecated').getByText('Gemini (Deprecated)');
  cardOf('deprecated').getByText('Download ZIP');
  cardOf('without').getByText('Files deleted');
  const buttons = cardOf('without')
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
  expect(buttons).toEqual(['View prompt', 'Copy Settings', 'Delete']);
  expect(findCard('deprecated').querySelector('[data-loading]')).not.toBeNull();
  expect(findCard('without').querySelector('img, [data-loading]')).toBeNull();
});

test('shows a larger size, and copies it to the form', async () => {
  const { user } = await openHistory({
    batches: [
      createBatch({
        ...ended,
        id: 'large',
        provider: 'google',
        model: 'imagen4',
        version: 'ultra',
        aspectRatio: '16:9',
        personGeneration: 'allow_all',
        outputFormat: 'png',
        size: '4K',
      }),
    ],
  });
  cardOf('large').getByText('4K');
  await user.click(cardOf('large').getByText('Copy Settings'));
  openOptions();
  expect(findChoice('Size', '4K').checked).toBe(true);
  const sizes = [...findGroup('Size').querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(sizes).toEqual(['2K4.2 MP · $0.06', '4K17 MP · $0.11']);
});

test('makes at once, on request, what half price has not made in time', async () => {
  const late = createBatch({
    ...ended,
    id: 'late',
    halfPrice: { provider: 'openai' },
    requestedCount: 2,
    completedCount: 1,
    failedCount: 1,
    retryable: { failed: 1, uncertain: 0 },
    cost: 0.0041,
    estimate: 0.011,
  });
  const { user, requests } = await openHistory({
    batches: [late],
    answer: ({ method }) =>
      method === 'POST' ? Response.json({ success: true, batchId: 'x' }, { status: 202 }) : undefined,
  });
  for (const text of ['1/2 completed', 'Half price', 'Cost $0.0041, estimated $0.01'])
    cardOf('late').getByText(text);
  await user.click(cardOf('late').getByLabelText('More actions'));
  await user.click(screen.getByText('Make it now for $0.01'));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/image-generator/batches/late/retry',
      body: { includeUncertain: false },
    }),
  );
});
