import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { SETTINGS } from '../../testing/settings.ts';
import { createFile } from './testing/create-file.ts';
import { makeForm } from './upload-form.ts';
import { makeTransport } from './transport.ts';

const transport = makeTransport('ada', SETTINGS);

test('warns people who leave the page, until the upload is done', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  onTestFinished(() => void vi.unstubAllGlobals());
  const leave = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  const stop = transport.warnBeforeLeaving();
  expect(leave()).toBe(true);
  stop();
  expect(leave()).toBe(false);
});

test('sends requests and opens folders', async () => {
  const opened = {
    folder: crypto.randomUUID(),
    fileIds: [crypto.randomUUID()],
    expiresAt: '2026-11-22T00:00:00.000Z',
  };
  const requests = serve(Response.json({ batchId: 'fox' }), Response.json(opened));
  expect(await transport.sendJson('/api/fox', { scale: 2 }, { 'Idempotency-Key': 'one' })).toEqual({
    batchId: 'fox',
  });
  expect(requests[0]).toMatchObject({
    path: '/api/fox',
    init: { method: 'POST', body: '{"scale":2}', headers: { 'Idempotency-Key': 'one' } },
  });
  const files = [{ contentType: 'image/jpeg' as const, bytes: 4 }];
  expect(await transport.openFolder({ tool: 'upscale', files })).toEqual(opened);
});

test('options become fields beside the files', () => {
  const form = makeForm([{ key: 'a', file: createFile('fox.jpg') }], {
    name: 'Fox',
    scale: 2,
    words: ['red', 'snow'],
    note: undefined,
  });
  expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
    ['name', 'Fox'],
    ['scale', '2'],
    ['words', '["red","snow"]'],
    ['originalFilenames', '["fox.jpg"]'],
    ['images', 'fox.jpg'],
  ]);
});
