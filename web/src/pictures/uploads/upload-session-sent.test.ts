/** Pictures of earlier batches, which are not uploaded. */
import { expect, test } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { identifySent } from '../send-to/sent-pictures.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import type { SelectedSent } from './selected.ts';
import { createRequest, flushPromises, MB, startSession, useFakeClock } from './testing/start-session.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadSession, type Submission, type UploadRequest } from './upload-session.ts';

useFakeClock();

const select = (index: number, batchId = 'batch-a'): SelectedSent => {
  const sent = createSentPicture(index, { batchId });
  return { key: identifySent(sent), sent };
};
const createSent = (...files: UploadRequest['files']) => createRequest(0, 0, { files });
const from = (index: number, batchId = 'batch-a') => ({ from: { batchId, index, kind: 'result' } });

test('names pictures of earlier batches without uploading anything [D-one-studio.1]', async () => {
  const { transport, end } = startSession(createSent(select(0), select(4, 'batch-b')));
  expect(await end).toBe('batch-1');
  expect(transport.openFolder).not.toHaveBeenCalled();
  expect(transport.sendForm).not.toHaveBeenCalled();
  const [, body] = transport.sendJson.mock.calls[0] ?? [];
  expect(body).toEqual({
    batchName: expect.any(String),
    scale: 2,
    files: [from(0), from(4, 'batch-b')],
  });
});

test('uploads the files of a mix to a folder in the order of the selection', async () => {
  const [file] = createRequest(1, MB).files;
  if (!file) throw new Error('No file.');
  const { transport, puts, end } = startSession(createSent(select(0), file, select(1)));
  await flushPromises();
  puts[0]?.finish();
  expect(await end).toBe('batch-1');
  expect(transport.sendForm).not.toHaveBeenCalled();
  const [, body] = transport.sendJson.mock.calls[0] ?? [];
  expect(body).toMatchObject({
    folder: puts[0]?.folder,
    files: [from(0), { id: puts[0]?.id, name: '0.jpg' }, from(1)],
  });
});

function rejectOnce(status: number, place: number) {
  const server = createTransport();
  server.transport.sendJson.mockRejectedValueOnce(
    new ApiFailure(status, '', {
      reason: 'Not found.',
      details: [{ path: `files.${place}`, message: 'This file was deleted.' }],
    }),
  );
  return { ...server, session: new UploadSession('upscale', server.transport) };
}

test('shows the error of one picture there, and sends the rest once it is removed', async () => {
  const { session, transport } = rejectOnce(400, 1);
  const request = createSent(select(0), select(1));
  const gone = request.files[1]?.key ?? '';
  await expect(session.send(request)).rejects.toThrow('400');
  expect(session.getProgress()).toMatchObject({ phase: 'failed', failedSent: 1 });
  expect(session.getFile(gone)).toMatchObject({ state: 'failed', reason: 'This file was deleted.' });
  session.removeFile(gone);
  expect(session.getProgress().phase).toBe('idle');
  expect(await session.send(createSent(select(0)))).toBe('batch-1');
  expect(transport.sendJson.mock.calls[1]?.[1]).toMatchObject({ files: [from(0)] });
});

test('marks all pictures of a batch that is gone', async () => {
  const { session } = rejectOnce(404, 0);
  const request = createSent(select(0), select(0, 'batch-b'), select(1));
  await expect(session.send(request)).rejects.toThrow('404');
  const states = request.files.map(({ key }) => session.getFile(key)?.state);
  expect(states).toEqual(['failed', undefined, 'failed']);
  expect(session.getFile(request.files[2]?.key ?? '')?.reason).toMatch(
    /^Its batch was deleted or has expired/,
  );
});

test('keeps uploaded files when a picture of an earlier batch is gone', async () => {
  const { session, puts, transport } = rejectOnce(404, 0);
  const [file] = createRequest(1, MB).files;
  if (!file) throw new Error('No file.');
  const end = session.send(createSent(select(0), file)).catch((error: unknown) => error);
  await flushPromises();
  puts[0]?.finish();
  await end;
  expect(await session.send(createSent(select(0, 'batch-b'), file))).toBe('batch-1');
  expect(puts).toHaveLength(1);
  expect(transport.openFolder).toHaveBeenCalledOnce();
});

test('repeats a request after a reload with the same key, so that nobody pays twice', async () => {
  let stored: Submission | undefined;
  const store = { read: () => stored, write: (next: Submission | undefined) => void (stored = next) };
  const server = createTransport();
  server.transport.sendJson.mockReturnValueOnce(new Promise(() => undefined));
  void new UploadSession('upscale', server.transport, store).send(createSent(select(0)));
  await flushPromises();
  expect(await new UploadSession('upscale', server.transport, store).send(createSent(select(0)))).toBe(
    'batch-1',
  );
  const [first, second] = server.transport.sendJson.mock.calls;
  expect(second).toEqual(first);
  expect(stored).toBeUndefined();
});
