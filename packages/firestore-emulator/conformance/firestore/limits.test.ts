import { describe, expect, test } from 'vitest';
import {
  admin,
  catchFailure,
  code,
  databaseName,
  documentsName,
  expectFailure,
  randomCollection,
  randomDocument,
  randomId,
  readData,
} from '../harness.ts';
import { readDocument, writeFields } from '../wire-requests.ts';
import { callRaw, WireError } from '../wire.ts';

function nestMaps(levels: number): object {
  let value: object = { integerValue: '1' };
  for (let level = 0; level < levels; level += 1) value = { mapValue: { fields: { m: value } } };
  return value;
}

/** A length-delimited protocol buffer field. */
function wrap(tag: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = content.length; ; rest >>= 7) {
    if (rest < 128) {
      length.push(rest);
      return Buffer.concat([Buffer.from([tag, ...length]), content]);
    }
    length.push((rest & 127) | 128);
  }
}

/** Nested map values, deeper than protobufjs can encode. */
function encodeNestedMaps(levels: number): Buffer {
  let value: Buffer = Buffer.from([0x10, 1]);
  for (let level = 0; level < levels; level += 1) {
    value = wrap(0x32, wrap(0x0a, Buffer.concat([wrap(0x0a, Buffer.from('m')), wrap(0x12, value)])));
  }
  return value;
}

/** The codes that a server may return for invalid bytes. Google's emulator returns UNKNOWN. */
const malformed: unknown[] = [code.UNKNOWN, code.INTERNAL, code.INVALID_ARGUMENT];

async function failureCode(attempt: Promise<unknown>): Promise<unknown> {
  const failure = await catchFailure(attempt);
  return failure instanceof WireError ? failure.code : failure;
}

describe('size limits', () => {
  test('a document just below 1 MiB is kept', async () => {
    const document = randomDocument();
    const text = 'x'.repeat(1_048_000);
    await document.set({ text });
    expect((await readData(document))?.['text']).toHaveLength(1_048_000);
  });

  test('a document above 1 MiB is refused', async () => {
    const document = randomDocument();
    await expectFailure(
      document.set({ text: 'x'.repeat(1_048_576) }),
      code.INVALID_ARGUMENT,
      /size|longer|bytes/,
    );
    expect((await document.get()).exists).toBe(false);
  });

  test('many fields that add up to more than 1 MiB are refused', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 11 }, (_, index) => [`f${index}`, 'x'.repeat(100_000)]),
    );
    await expectFailure(randomDocument().set(fields), code.INVALID_ARGUMENT);
  });

  test('an update that exceeds 1 MiB is refused and changes nothing', async () => {
    const document = randomDocument();
    await document.set({ a: 'x'.repeat(900_000) });
    await expectFailure(document.update({ b: 'x'.repeat(200_000) }), code.INVALID_ARGUMENT);
    expect(await readData(document)).not.toHaveProperty('b');
  });

  test('a commit of several documents of almost 1 MiB is accepted', async () => {
    const collection = randomCollection();
    const batch = admin.batch();
    for (const id of ['a', 'b', 'c']) batch.set(collection.doc(id), { text: id.repeat(1_000_000) });
    await batch.commit();
    expect((await collection.get()).size).toBe(3);
  });

  test('a document id of 1,500 bytes is kept and one of 1,501 refused', async () => {
    const collection = randomCollection();
    await collection.doc('x'.repeat(1500)).set({ a: 1 });
    await expectFailure(collection.doc('x'.repeat(1501)).set({ a: 1 }), code.INVALID_ARGUMENT);
  });

  test('a document id is measured in bytes', async () => {
    await expectFailure(randomCollection().doc('é'.repeat(751)).set({ a: 1 }), code.INVALID_ARGUMENT);
  });
});

describe('depth limits', () => {
  test('a value of 20 levels is kept', async () => {
    const name = `${documentsName}/${randomId()}/doc`;
    const value = nestMaps(19);
    await writeFields(name, { value });
    expect((await readDocument(name)).found).toMatchObject({ fields: { value } });
  });

  test('a value of 21 levels is refused', async () => {
    await expectFailure(
      writeFields(`${documentsName}/${randomId()}/doc`, { value: nestMaps(21) }),
      code.INVALID_ARGUMENT,
    );
  });

  test('a value of 2,000 levels is refused and the server keeps running', async () => {
    const name = `${documentsName}/${randomId()}/doc`;
    const fields = wrap(
      0x12,
      Buffer.concat([wrap(0x0a, Buffer.from('m')), wrap(0x12, encodeNestedMaps(2000))]),
    );
    const write = wrap(0x0a, Buffer.concat([wrap(0x0a, Buffer.from(name)), fields]));
    const request = Buffer.concat([wrap(0x0a, Buffer.from(databaseName)), wrap(0x12, write)]);
    expect(malformed).toContain(await failureCode(callRaw('/google.firestore.v1.Firestore/Commit', request)));
    expect(await writeFields(name)).toMatchObject({ writeResults: [{}] });
  });

  test('an array directly within an array is refused', async () => {
    const nested = { arrayValue: { values: [{ arrayValue: { values: [] } }] } };
    await expectFailure(
      writeFields(`${documentsName}/${randomId()}/doc`, { list: nested }),
      code.INVALID_ARGUMENT,
      /array/i,
    );
  });
});
