import type { CheckedPicture } from '@portal/contracts/exports';
import { encodeHash } from '@portal/contracts/likeness';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { accountsQuery } from '../deliveries/deliveries-query.ts';
import { createSentPicture } from '../../pictures/send-to/testing/create-sent-picture.ts';
import { makeSentStore } from '../../pictures/send-to/sent-store.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { ExportDialog } from './export-dialog.tsx';
import { createAgency, createCheck, createChecked } from './testing/create-check.ts';

beforeEach(() => toast('Before'));

const ALIKE = { kind: 'alike', message: 'Left out by you.' };

const texts = { seo_image_title: 'Fox', seo_description: 'A fox.', keywords: ['fox'], category: 1 };

const OTHER = createAgency({ id: 'other', name: 'Other' });

interface Options {
  checked?: CheckedPicture[];
  answer?: Parameters<typeof answerByPath>[0];
}

function openDialog({ checked = [createChecked(0), createChecked(1)], answer }: Options = {}) {
  const requests = answerByPath(
    (request) =>
      answer?.(request) ??
      (request.path.endsWith('/check') ? Response.json(createCheck(checked)) : undefined),
  );
  const client = makeQueryClient();
  client.setQueryData(accountsQuery.queryKey, [
    { agency: 'studio', agencyName: 'Studio', host: 'ftp.example', protocol: 'sftp' },
  ]);
  let closed = 0;
  const user = openPart(
    <ExportDialog
      isOpen
      pictures={[createSentPicture(0), createSentPicture(1)]}
      agency="studio"
      naming="seo"
      onClose={() => (closed += 1)}
    />,
    { client },
  );
  return { user, requests, countClosed: () => closed };
}

const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const PLAIN = { hash: encodeHash([]), sharpness: 50 };

test('leaves alike pictures out, and puts them back', async () => {
  const blurred = createChecked(0, { checks: { measures: { ...PLAIN, sharpness: 10 } } });
  const sharp = createChecked(1, { checks: { measures: PLAIN } });
  const { user, requests } = openDialog({
    checked: [blurred, sharp],
    answer: ({ path, body }) =>
      path.endsWith('/check') && Object(body).alike
        ? Response.json(createCheck([{ ...blurred, isReady: false, reasons: [ALIKE] }, sharp]))
        : undefined,
  });
  await screen.findByText('2 of 2 look alike: agencies refuse similar content.');
  await user.click(await findButton('Keep best of each'));
  await screen.findByText('1 alike picture left out: the best of each stays.');
  await screen.findByText(/^1 of 2 pictures is ready/);
  expect(requests.at(-1)?.body).toMatchObject({ alike: [blurred.picture] });
  expect(screen.getByRole('region', { name: 'Left out' }).textContent).toContain('Look alike');
  const button = await findButton('Put back');
  expect(document.activeElement).toBe(button);
  await user.click(await findButton('Send to agency'));
  const dialog = await ask('Send 1 picture to Studio?');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Send 1/ })).toBeNull());
  await user.click(button);
  await screen.findByText('2 of 2 look alike: agencies refuse similar content.');
  await waitFor(() => expect(requests.at(-1)?.body).not.toHaveProperty('alike'));
});

test('counts alike pictures among those that the agency takes, and keeps starred ones', async () => {
  const checks = { measures: PLAIN };
  const { user } = openDialog({
    checked: [createChecked(0, { checks, isStarred: true }), createChecked(1, { checks, isStarred: true })],
  });
  await screen.findByText(/^2 of 2 look alike/);
  expect(screen.queryByRole('button', { name: 'Keep best of each' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  openDialog({ checked: [createChecked(0, { checks }), createChecked(1, { checks, isReady: false })] });
  expect(await screen.findByText(/^1 of 2 pictures is ready/)).toBeDefined();
  expect(screen.queryByText(/look alike/)).toBeNull();
});

const answerReady = (written: number, promised: number) =>
  Response.json({ status: 'ready', url: 'https://storage.example/a.zip', bytes: 9, written, promised });
const isReady = (name: string) =>
  waitFor(async () => expect(await findButton(name)).toHaveProperty('disabled', false));

test('checks the pictures for the agency that is chosen, which is remembered', async () => {
  const other = Promise.withResolvers<Response>();
  const { user, requests } = openDialog({
    answer: ({ body }) => (Object(body).agency === 'other' ? other.promise : undefined),
  });
  await isReady('Download ZIP');
  await user.click(screen.getByRole('radio', { name: /^Other/ }));
  expect(screen.getByRole('status', { name: 'Checking the pictures' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Download ZIP' })).toHaveProperty('disabled', true);
  other.resolve(Response.json(createCheck([createChecked(0), createChecked(1)], OTHER)));
  expect(await screen.findByText(/ready for Other/)).toBeDefined();
  expect(requests.map(({ body }) => Object(body).agency)).toEqual(['studio', 'other']);
  expect(requests[0]?.body).toMatchObject({ naming: 'seo' });
  expect(localStorage.getItem('portal:export-agency:ada')).toBe('"other"');
});

test('checks again what could not be checked', async () => {
  let failures = 1;
  const { user } = openDialog({
    answer: () => (failures-- > 0 ? new Response('{}', { status: 500 }) : undefined),
  });
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain('The pictures could not be checked');
  await user.click(await findButton('Try again'));
  expect(await screen.findByText(/ready for Studio/)).toBeDefined();
});

test('downloads the ZIP of an agency once it is built', async () => {
  let polls = 0;
  const { user, requests } = openDialog({
    answer: ({ path }) => {
      if (path.endsWith('/check')) return undefined;
      polls += 1;
      return polls === 1 ? Response.json({ status: 'preparing', done: 1, total: 2 }) : answerReady(2, 2);
    },
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await isReady('Download ZIP');
  await user.click(await findButton('Download ZIP'));
  expect(await screen.findByText('Preparing 1/2')).toBeDefined();
  expect(await findButton('Send to agency')).toHaveProperty('disabled', true);
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByText('Preparing 1/2')).toBeNull());
  expect(requests.at(-1)?.body).toMatchObject({ agency: 'studio', naming: 'seo' });
  expect(readToast()?.title).toBe('Before');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says in a toast and in the dialog that pictures are missing in the ZIP', async () => {
  const { user } = openDialog({
    answer: ({ path }) => (path.endsWith('/check') ? undefined : answerReady(1, 2)),
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await isReady('Download ZIP');
  await user.click(await findButton('Download ZIP'));
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toBe(
    'Studio: The ZIP has 1 of 2 pictures. Its report.txt says why the others were left out.',
  );
  expect(click).toHaveBeenCalledOnce();
  expect(readToast()).toMatchObject({ title: 'Pictures are missing in the ZIP', isDestructive: true });
  await user.click(await findButton('Close'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('offers one ZIP for each of several agencies', async () => {
  const { user } = openDialog();
  await isReady('Download ZIP');
  const group = within(screen.getByRole('group', { name: 'Also export for' }));
  expect(group.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(group.getByRole('checkbox', { name: 'Third (1)' }));
  await isReady('Download 2 ZIPs');
  expect(screen.getByText(/^2 ZIPs, one after another/)).toBeDefined();
  await user.click(group.getByRole('checkbox', { name: 'Third (1)' }));
  await isReady('Download ZIP');
});

test('says which agencies get a ZIP if the chosen one takes no picture', async () => {
  const refused = { isReady: false, reasons: [{ kind: 'file-too-small', message: 'Too small.' } as const] };
  const { user } = openDialog({ checked: [createChecked(0, refused), createChecked(1, refused)] });
  await user.click(await screen.findByRole('checkbox', { name: 'Third (1)' }));
  await isReady('Download ZIP');
  expect(screen.getByText('Only for Third.')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Third (1)' }));
  expect(screen.queryByText(/^Only for/)).toBeNull();
});

test('fixes texts, and checks the pictures again', async () => {
  const fix = { kind: 'fix-texts', batchId: 'batch-a', index: 1, texts } as const;
  const warnings = [{ kind: 'title-commas', message: 'A comma.' } as const];
  const fixing = Promise.withResolvers<Response>();
  const { user, requests } = openDialog({
    checked: [createChecked(0), createChecked(1, { warnings, remedies: [fix] })],
    answer: ({ path }) => (path.includes('/batch-a/') ? fixing.promise : undefined),
  });
  await user.click(await findButton(/^Fix texts/));
  expect(await findButton('Download ZIP')).toHaveProperty('disabled', true);
  fixing.resolve(
    Response.json({
      success: true,
      result: { ...texts, index: 1, fileName: 'a', status: 'completed', edited: true, extension: 'jpg' },
    }),
  );
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/check'))).toHaveLength(2));
  expect(requests[1]).toMatchObject({ body: texts });
  await isReady('Download ZIP');
});

test('offers no fixes until the pictures are checked again without those left out', async () => {
  const fix = { kind: 'fix-texts', batchId: 'batch-a', index: 1, texts } as const;
  const warnings = [{ kind: 'title-commas', message: 'A comma.' } as const];
  const checks = { measures: PLAIN };
  const checked = [createChecked(0, { checks }), createChecked(1, { checks, warnings, remedies: [fix] })];
  const checking = Promise.withResolvers<Response>();
  const { user } = openDialog({
    checked,
    answer: ({ body }) => (Object(body).alike ? checking.promise : undefined),
  });
  await isReady('Download ZIP');
  expect(await findButton(/^Fix texts/)).toHaveProperty('disabled', false);
  await user.click(await findButton('Keep best of each'));
  expect(await findButton(/^Fix texts/)).toHaveProperty('disabled', true);
  checking.resolve(Response.json(createCheck(checked)));
  await waitFor(async () => expect(await findButton(/^Fix texts/)).toHaveProperty('disabled', false));
});

const leftOut = (index: number, kind: string, remedies: CheckedPicture['remedies']) =>
  createChecked(index, { isReady: false, reasons: [{ kind, message: 'No.' }], remedies });

test.each([
  [/^4x upscale/, 'too-few-megapixels', { kind: 'upscale', scale: 4, price: 0, advice: null }, 'upscale'],
  [/^Send to Keywords/, 'texts-missing', { kind: 'write-texts' }, 'keyword-generator'],
] as const)('sends those that need it to another tool: %s', async (name, kind, remedy, tool) => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { user, countClosed } = openDialog({
    checked: [createChecked(0), leftOut(1, kind, [remedy])],
  });
  await user.click(await findButton(name));
  await waitFor(() => expect(readLocation()).toBe(`/${tool}`));
  expect(countClosed()).toBe(1);
  const sent = makeSentStore(tool, '').read();
  expect(sent.map(({ from }) => from.index)).toEqual([1]);
  const options = localStorage.getItem('portal:upscale-options:ada');
  if (tool === 'upscale') expect(options).toContain('"scale":4');
  else expect(options).toBeNull();
});

const ask = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('asks before pictures are uploaded to an agency, and opens the log', async () => {
  const { user, requests, countClosed } = openDialog({
    answer: ({ path }) =>
      path.endsWith('/deliveries')
        ? Response.json({ id: 'd', total: 2, leftOut: 0 }, { status: 202 })
        : undefined,
  });
  await isReady('Send to agency');
  await user.click(await findButton('Send to agency'));
  const dialog = await ask('Send 2 pictures to Studio?');
  expect(dialog.getByText(/^They are uploaded to ftp\.example by SFTP/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(readLocation()).toBe('/deliveries'));
  expect(readToast()?.title).toBe('Sending 2 files to Studio');
  expect(countClosed()).toBe(1);
  expect(requests.find(({ path }) => path.endsWith('/deliveries'))?.body).toMatchObject({
    agency: 'studio',
    again: false,
    naming: 'seo',
  });
});

const refuse = (status: number, error: string, details: object[] = []) =>
  Response.json({ error, code: 'refused', requestId: 'r', details }, { status });

test('asks again before an agency gets pictures twice', async () => {
  let isSent = true;
  const { user, requests } = openDialog({
    answer: ({ path }) => {
      if (!path.endsWith('/deliveries')) return undefined;
      if (!isSent) return Response.json({ id: 'd', total: 2, leftOut: 0 }, { status: 202 });
      isSent = false;
      return refuse(409, 'Sent on Monday.', [{ path: 'pictures.0', message: 'Sent.' }]);
    },
  });
  await isReady('Send to agency');
  await user.click(await findButton('Send to agency'));
  await user.click((await ask('Send 2 pictures to Studio?')).getByRole('button', { name: 'Send' }));
  const again = await ask('Send again?');
  expect(again.getByText(/Sent on Monday\. Studio would receive them twice\./)).toBeDefined();
  await user.click(again.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(readToast()?.title).toBe('Sending 2 files to Studio'));
  expect(requests.at(-1)?.body).toMatchObject({ again: true });
});

test.each([
  [409, 'The account is off.', 'Nothing was sent', 'The account is off.'],
  [500, 'A secret.', 'Sending not confirmed', 'Look at Deliveries before you send again.'],
])('says why nothing was sent, or that it may be: %d', async (status, error, title, text) => {
  const { user } = openDialog({
    answer: ({ path }) => (path.endsWith('/deliveries') ? refuse(status, error) : undefined),
  });
  await isReady('Send to agency');
  await user.click(await findButton('Send to agency'));
  await user.click((await ask('Send 2 pictures to Studio?')).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(readToast()).toMatchObject({ title, description: text }));
  expect(screen.queryByRole('dialog', { name: 'Send again?' })).toBeNull();
});

test('nothing is sent twice if one changes their mind', async () => {
  const { user, requests } = openDialog({
    answer: ({ path }) =>
      path.endsWith('/deliveries')
        ? refuse(409, 'Sent on Monday.', [{ path: 'pictures.0', message: 'Sent.' }])
        : undefined,
  });
  await isReady('Send to agency');
  await user.click(await findButton('Send to agency'));
  const first = await ask('Send 2 pictures to Studio?');
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Send 2/ })).toBeNull());
  await user.click(await findButton('Send to agency'));
  await user.click((await ask('Send 2 pictures to Studio?')).getByRole('button', { name: 'Send' }));
  await user.click((await ask('Send again?')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Send again?' })).toBeNull());
  const sent = requests.filter(({ path }) => path.endsWith('/deliveries'));
  expect(sent.map(({ body }) => Object(body).pictures)).toEqual([
    [0, 1].map((index) => createSentPicture(index).from),
  ]);
});

test('pictures are checked only while the dialog is open', async () => {
  const requests = answerByPath(() => Response.json(createCheck([createChecked(0)])));
  openPart(<ExportDialog isOpen={false} pictures={[createSentPicture(0)]} onClose={() => undefined} />);
  await act(async () => undefined);
  expect(requests.filter(({ path }) => path.endsWith('/check'))).toEqual([]);
});
