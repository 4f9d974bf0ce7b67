import { describe, expect, test } from 'vitest';
import { code, databaseName, documentsName, expectFailure, randomId } from '../harness.ts';
import { integer, setNumber, type Time } from '../wire-requests.ts';
import { callOnce, openStream } from '../wire.ts';

describe('the write stream', () => {
  interface WriteAnswer {
    streamId: string;
    streamToken: Buffer;
    writeResults: { updateTime?: Time; transformResults: object[] }[];
    commitTime?: Time;
  }

  async function openWrite() {
    const call = openStream<object, WriteAnswer>('Write');
    call.send({ database: databaseName });
    const handshake = await call.next();
    return { call, streamToken: handshake?.streamToken };
  }

  test('begins with a token', async () => {
    const { streamToken } = await openWrite();
    expect(streamToken?.length).toBeGreaterThan(0);
  });

  test('writes in order and answers each request', async () => {
    const name = `${documentsName}/${randomId()}/a`;
    const { call, streamToken } = await openWrite();
    call.send({ streamToken, writes: [setNumber(name, 1)] });
    const first = await call.next();
    expect(first?.writeResults).toHaveLength(1);
    expect(first?.commitTime).toBeDefined();
    call.send({ streamToken: first?.streamToken, writes: [setNumber(name, 2), setNumber(`${name}b`, 3)] });
    const second = await call.next();
    expect(second?.writeResults).toHaveLength(2);
    expect(await callOnce('GetDocument', { name })).toMatchObject({ fields: { n: integer(2) } });
  });

  test('takes requests that are sent without waiting', async () => {
    const name = `${documentsName}/${randomId()}/a`;
    const { call, streamToken } = await openWrite();
    for (let value = 1; value <= 5; value += 1) call.send({ streamToken, writes: [setNumber(name, value)] });
    for (let value = 1; value <= 5; value += 1) expect((await call.next())?.writeResults).toHaveLength(1);
    expect(await callOnce('GetDocument', { name })).toMatchObject({ fields: { n: integer(5) } });
  });

  test('answers transforms', async () => {
    const name = `${documentsName}/${randomId()}/a`;
    const { call, streamToken } = await openWrite();
    const updateTransforms = [{ fieldPath: 'n', increment: integer(4) }];
    call.send({ streamToken, writes: [{ update: { name }, updateTransforms }] });
    expect((await call.next())?.writeResults[0]?.transformResults).toMatchObject([integer(4)]);
  });

  test('ends with the failure of a write', async () => {
    const { call, streamToken } = await openWrite();
    const name = `${documentsName}/${randomId()}/missing`;
    call.send({ streamToken, writes: [{ update: { name }, currentDocument: { exists: true } }] });
    await expectFailure(call.next(), code.NOT_FOUND);
  });

  test('ends when the client closes the stream', async () => {
    const { call } = await openWrite();
    call.raw.end();
    expect(await call.next()).toBeUndefined();
  });
});
