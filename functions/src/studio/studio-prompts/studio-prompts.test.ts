import {
  getPromptList,
  listPromptLists,
  listPromptStyles,
  MAX_PROMPT_LISTS,
  savePromptList,
  savePromptStyle,
} from '@portal/contracts/studio-prompts';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';

const firestore = await startFirestore();

beforeEach(clearFirestore);

const startCalls = async () => {
  const { call } = await startApi(['ada', 'bo']);
  return (method: string, path: string, body?: object, uid = 'ada') => call(method, path, uid, body);
};

describe.each([
  {
    path: '/api/prompt-lists',
    first: { entries: ['red', '2::blue'] },
    second: { entries: ['{green|lime}'] },
  },
  { path: '/api/prompt-styles', first: { template: 'oil, {prompt}' }, second: { template: 'in oil' } },
])('$path', ({ path, first, second }) => {
  const at = `${path}/my-colors-2`;

  const start = async () => {
    const call = await startCalls();
    const save = async (content: object, version: string | null, uid?: string) => {
      const { status, body } = await call('PUT', at, { ...content, version }, uid);
      const { data } = savePromptStyle.response.pick({ version: true }).safeParse(body);
      return { status, body, version: data?.version ?? '' };
    };
    const list = async () => (await call('GET', path)).body;
    return { call, save, list };
  };

  it('is shared by the studio, and says who edited it last', async () => {
    const { save, list } = await start();
    const created = await save(first, null);
    expect(created).toMatchObject({
      status: 200,
      body: { name: 'my-colors-2', editedBy: 'ada@studio.example' },
    });
    const changed = await save(second, created.version, 'bo');
    expect(changed).toMatchObject({ status: 200, body: { editedBy: 'bo@studio.example' } });
    expect(changed.version).not.toBe(created.version);
    expect(JSON.stringify(await list())).toContain(JSON.stringify(changed.version));
  });

  it('refuses a save or delete of an outdated version', async () => {
    const { call, save, list } = await start();
    const seen = await save(first, null);
    await save(second, seen.version, 'bo');
    const before = await list();
    expect(await save(first, seen.version)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await save(first, null)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('There is already a') },
    });
    expect((await call('DELETE', `${at}?version=${seen.version}`)).status).toBe(409);
    expect(await list()).toEqual(before);
  });

  it('saves only one of two simultaneous edits', async () => {
    const { save } = await start();
    const { version } = await save(first, null);
    const answers = await Promise.all([save(second, version), save(first, version, 'bo')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('refuses to save what was deleted', async () => {
    const { save } = await start();
    const { version } = await save(first, null);
    const collection = path === '/api/prompt-lists' ? 'promptLists' : 'promptStyles';
    await firestore.doc(`${collection}/my-colors-2`).delete();
    expect(await save(second, version)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('deleted') },
    });
  });

  it('allows at most 200', async () => {
    const { call, save } = await start();
    const writer = firestore.bulkWriter();
    const collection = firestore.collection(path === '/api/prompt-lists' ? 'promptLists' : 'promptStyles');
    for (let index = 1; index < MAX_PROMPT_LISTS; index += 1)
      void writer.create(collection.doc(`n${index}`), {});
    await writer.close();
    const last = await save(first, null);
    expect(last.status).toBe(200);
    expect(await call('PUT', `${path}/another`, { ...first, version: null })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('200') },
    });
    expect((await save(second, last.version)).status).toBe(200);
  });

  it.each(['A', 'a_b', 'a b', 'x'.repeat(41), '__x__'])('rejects the name %s', async (name) => {
    const { call } = await start();
    const { status } = await call('PUT', `${path}/${encodeURIComponent(name)}`, { ...first, version: null });
    expect(status).toBe(400);
  });
});

it('returns entries only for a single list', async () => {
  const call = await startCalls();
  const content = { entries: ['red', '# later', 'blue'], version: null };
  const { body: saved } = await call('PUT', '/api/prompt-lists/color', content);
  const summary = savePromptList.response.parse(saved);
  expect(summary).toMatchObject({ name: 'color', count: 3 });
  const { lists } = listPromptLists.response.parse((await call('GET', '/api/prompt-lists')).body);
  expect(lists).toEqual([summary]);
  const list = getPromptList.response.parse((await call('GET', '/api/prompt-lists/color')).body);
  expect(list).toEqual({ ...summary, entries: content.entries });
  expect((await call('GET', '/api/prompt-lists/none')).status).toBe(404);
});

it('lists by name', async () => {
  const call = await startCalls();
  for (const name of ['oil', 'ink', 'noir']) {
    await call('PUT', `/api/prompt-styles/${name}`, { template: name, version: null });
  }
  const { styles } = listPromptStyles.response.parse((await call('GET', '/api/prompt-styles')).body);
  expect(styles.map(({ name }) => name)).toEqual(['ink', 'noir', 'oil']);
});

it('accepts the largest list', async () => {
  const call = await startCalls();
  const entries = Array.from({ length: 1000 }, (_, index) => `${index}`.padEnd(300, '字'));
  expect((await call('PUT', '/api/prompt-lists/large', { entries, version: null })).status).toBe(200);
});

it.each([
  ['lists/a', { entries: [] }, 'entries'],
  ['lists/a', { entries: [' '] }, 'entries.0'],
  ['lists/a', { entries: ['a', 'x'.repeat(301)] }, 'entries.1'],
  ['lists/a', { entries: ['a\nb'] }, 'entries.0'],
  ['lists/a', { entries: ['ok', '{a'] }, 'entries.1'],
  ['lists/a', { entries: Array.from({ length: 1001 }, () => 'a') }, 'entries'],
  ['styles/a', { template: ' ' }, 'template'],
  ['styles/a', { template: 'x'.repeat(1001) }, 'template'],
  ['styles/a', { template: '{prompt} {red|blue}' }, 'template'],
  ['styles/a', { template: '{prompt} __color__' }, 'template'],
])('rejects %s %.60j', async (path, content, field) => {
  const call = await startCalls();
  expect(await call('PUT', `/api/prompt-${path}`, { ...content, version: null })).toMatchObject({
    status: 400,
    body: { details: [{ path: field }] },
  });
});
