import { analyzeImages, KEYWORD_LANGUAGES } from '@portal/contracts/keyword-generator';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  chooseFiles,
  expectNoToast,
  findHistory,
  listFiles,
  readForm,
  retryHistory,
  waitForCount,
  waitForFailure,
} from '../../../testing/tool-page.ts';
import { createFile, createMixedFiles } from '../../../pictures/uploads/testing/create-file.ts';
import { openKeywords } from '../testing/open-keywords.tsx';

const MAX_BYTES = 20 * 1024 * 1024;

const findSubmit = () =>
  screen.getByText<HTMLButtonElement>(/^(Generate keywords|Uploading\.\.\.$)/, { selector: 'button' });
const isStart = ({ path }: { path: string }) => path === analyzeImages.path;
const started = () => Response.json({ success: true, batchId: 'new' }, { status: 202 });
const readIgnored = async () => (await screen.findByText(/ ignored: /)).textContent;

test('leads to the images that are missing', async () => {
  const { user } = openKeywords();
  const link = within(screen.getByRole('list', { name: 'Missing' })).getByRole('button');
  const description = document.getElementById(findSubmit().getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Missing:Images');
  await user.click(link);
  expect(document.activeElement?.textContent).toMatch(/^Drop images here/);
  chooseFiles(createFile('one.png'));
  await waitForCount(1);
  expect(screen.queryByText('Missing:')).toBeNull();
});

test('shows what the drop zone takes, and that there is no batch yet [T2.3.1, T2.3.2, T2.3.10]', async () => {
  const { user } = openKeywords();
  expect(screen.getByText('Generate SEO-optimized titles & keywords')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Upload images' })).toBeDefined();
  expect(screen.getByText('Drop images here or click to select').parentElement?.textContent).toBe(
    'Drop images here or click to selectJPEG, PNG, WEBP and GIFUp to 100 images, 20 MB each',
  );
  expect(findSubmit()).toMatchObject({ textContent: 'Generate keywords', disabled: true });
  chooseFiles(createFile('one.png'));
  await waitForCount(1);
  expect(findSubmit().disabled).toBe(false);
  await user.click(screen.getByText('Clear All'));
  expect(findSubmit().disabled).toBe(true);

  const history = within(findHistory());
  expect(await history.findByText('No batch history yet')).toBeDefined();
  expect(history.getByRole('heading').textContent).toBe('History');
  expect(history.getByText('Files are automatically deleted after 3 days')).toBeDefined();
  expect(history.queryByRole('button')).toBeNull();
});

test('takes images up to 20 MB, 100 at most, and counts the rest [P2.6, T5.4.2, T5.4.4, T5.4.5, T9.0.15, T9.0.16, D-uploads.7]', async () => {
  openKeywords();
  const gif = createFile('d.gif', { type: 'image/gif' });
  chooseFiles(...createMixedFiles(MAX_BYTES), gif);
  await waitForCount(5);
  expect(await readIgnored()).toContain(
    '4 files ignored: 1 too large, 1 empty, 1 not an image, 1 unsupported type',
  );
  chooseFiles(gif);
  await waitFor(async () => expect(await readIgnored()).toContain('1 file ignored: 1 already selected'));
  chooseFiles(...Array.from({ length: 97 }, (_, index) => createFile(`photo ${index}.png`)));
  await waitForCount(100);
  expect(await readIgnored()).toContain('2 files ignored: 2 over the limit');
  expect(findSubmit().disabled).toBe(false);
});

const readWords = (label: string) =>
  [...screen.getByRole('list', { name: label }).querySelectorAll('button[data-word]')].map(
    ({ textContent }) => textContent,
  );
const findWords = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });

test('limits the options, which are collapsed at first, and resets them [T2.3.3, T3.6.1]', async () => {
  const { user } = openKeywords();
  const more = screen.getByText('More options');
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(more);
  const context = screen.getByLabelText<HTMLTextAreaElement>('Context for the whole batch');
  expect(context.value).toBe('');
  await user.click(context);
  await user.paste('c'.repeat(1200));
  expect(context.value).toHaveLength(1000);
  expect(screen.getByText('1000 / 1000')).toBeDefined();
  const { min, max, value } = screen.getByRole<HTMLInputElement>('slider', { name: 'Number of keywords' });
  expect([min, value, max]).toEqual(['5', '50', '50']);
  const language = screen.getByLabelText<HTMLSelectElement>('Language');
  expect(language.value).toBe('English');
  expect([...language.options].map(({ text }) => text)).toEqual([...KEYWORD_LANGUAGES]);

  for (const label of ['Words that must appear', 'Words that must not appear']) {
    const field = findWords(label);
    fireEvent.change(field, {
      target: { value: Array.from({ length: 26 }, (_, index) => `word ${index + 1}`).join(',') },
    });
    await user.type(field, '{Enter}');
    expect(readWords(label)).toHaveLength(25);
    expect(field.value).toBe('word 26');
    await user.clear(field);
  }
  await user.click(screen.getByText('Reset options'));
  expect(context.value).toBe('');
  expect(document.querySelectorAll('button[data-word]')).toHaveLength(0);
});

test('sends the options, and keeps them on this device [T2.3.3, T3.5.3, T3.6.1, T7.3.2]', async () => {
  const { user, requests, reopen } = openKeywords({
    answer: (request) => (isStart(request) ? started() : undefined),
  });
  await user.click(screen.getByText('More options'));
  fireEvent.change(screen.getByLabelText('Context for the whole batch'), {
    target: { value: 'The harvest in the Provence' },
  });
  await user.type(findWords('Words that must appear'), 'lavender, south of france{Enter}');
  await user.type(findWords('Words that must not appear'), 'colorful');
  // Leaving the field applies the typed text.
  await user.selectOptions(screen.getByLabelText('Language'), 'French');
  fireEvent.change(screen.getByRole('slider', { name: 'Number of keywords' }), { target: { value: 5 } });
  chooseFiles(
    createFile('still.gif', { type: 'image/gif' }),
    createFile('moving.gif', { type: 'image/gif' }),
  );
  await waitForCount(2);
  await user.click(findSubmit());
  await waitFor(() => expect(listFiles()).toEqual([]));
  expect(readForm(requests.find(isStart)?.body)).toEqual([
    ['batchName', expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}\s[AP]M$/)],
    ['context', 'The harvest in the Provence'],
    ['mustAppear', '["lavender","south of france"]'],
    ['mustNotAppear', '["colorful"]'],
    ['keywordCount', '5'],
    ['language', 'French'],
    ['originalFilenames', '["moving.gif","still.gif"]'],
    ['images', 'moving.gif'],
    ['images', 'still.gif'],
  ]);

  user.unmount();
  const again = reopen();
  expect(readWords('Words that must appear')).toEqual(['lavender', 'south of france']);
  await again.click(screen.getByText('More options'));
  expect(
    screen.getByText('Context · Include 2 words · Exclude 1 word · Up to 5 keywords · French'),
  ).toBeDefined();
});

test('shows a toast for a failed list and upload, and keeps images for a retry [T4.5.1, T7.3.1, T7.3.2, T8.4.1]', async () => {
  let isFailing = true;
  const sending = Promise.withResolvers<Response>();
  const answers = [sending.promise, started()];
  const refused = () => new Response('{}', { status: 500 });
  const { user } = openKeywords({
    answer: (request) => {
      if (isStart(request)) return answers.shift();
      return isFailing && request.path.endsWith('/batches') ? refused() : undefined;
    },
  });
  await retryHistory(user, () => (isFailing = false));
  chooseFiles(createFile('one.png'), createFile('two.png'));
  await waitForCount(2);
  await user.click(findSubmit());
  const placeholder = within(await within(findHistory()).findByRole('article'));
  expect(placeholder.getByText('0/2 completed')).toBeDefined();
  expect(placeholder.queryByRole('button')).toBeNull();
  sending.resolve(refused());
  await waitForFailure();
  await waitFor(() => expect(findHistory().querySelector('article')).toBeNull());
  expect(listFiles()).toEqual(['one.png', 'two.png']);
  expect(findSubmit().textContent).toBe('Generate keywords for 2 images');
  await user.click(screen.getByText('Try again'));
  await waitFor(() => expect(listFiles()).toEqual([]));
  expectNoToast();
});
