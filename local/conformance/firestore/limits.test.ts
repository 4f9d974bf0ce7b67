import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  admin,
  catchFailure,
  code,
  databaseName,
  expectFailure,
  randomCollection,
  randomDocument,
  randomId,
  readData,
} from '../harness.ts';
import { callOnce, callRaw, callStream, encodeRequest, WireError } from '../wire.ts';

const documents = `${databaseName}/documents`;

function writeTo(name: string, fields: object = {}): Promise<unknown> {
  return callOnce('Commit', { database: databaseName, writes: [{ update: { name, fields } }] });
}

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

/** Value messages, each a map whose only field `m` holds the next: deeper than protobufjs is willing to encode. */
function encodeNestedMaps(levels: number): Buffer {
  let value: Buffer = Buffer.from([0x10, 1]);
  for (let level = 0; level < levels; level += 1) {
    value = wrap(0x32, wrap(0x0a, Buffer.concat([wrap(0x0a, Buffer.from('m')), wrap(0x12, value)])));
  }
  return value;
}

/** What a server may call bytes that it cannot read; Google's emulator says UNKNOWN. */
const malformed: unknown[] = [code.UNKNOWN, code.INTERNAL, code.INVALID_ARGUMENT];

async function failureCode(attempt: Promise<unknown>): Promise<unknown> {
  const failure = await catchFailure(attempt);
  return failure instanceof WireError ? failure.code : failure;
}

describe('size limits', () => {
  test('a document a little below 1 MiB is kept', async () => {
    const document = randomDocument();
    const text = 'x'.repeat(1_048_000);
    await document.set({ text });
    expect((await readData(document))?.['text']).toHaveLength(1_048_000);
  });

  test('a document above 1 MiB is refused', async () => {
    const document = randomDocument();
    await expectFailure(document.set({ text: 'x'.repeat(1_048_576) }), code.INVALID_ARGUMENT, /size|longer|bytes/);
    expect((await document.get()).exists).toBe(false);
  });

  test('a document that is above 1 MiB by its many fields is refused', async () => {
    const fields = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`f${index}`, 'x'.repeat(100_000)]));
    await expectFailure(randomDocument().set(fields), code.INVALID_ARGUMENT);
  });

  test('an update that lets a document grow above 1 MiB is refused and changes nothing', async () => {
    const document = randomDocument();
    await document.set({ a: 'x'.repeat(900_000) });
    await expectFailure(document.update({ b: 'x'.repeat(200_000) }), code.INVALID_ARGUMENT);
    expect(await readData(document)).not.toHaveProperty('b');
  });

  test('a commit of several documents of nearly 1 MiB each is taken', async () => {
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
    await writeTo(`${documents}/${randomId()}/doc`, { value: nestMaps(19) });
  });

  test('a value of 21 levels is refused', async () => {
    await expectFailure(
      writeTo(`${documents}/${randomId()}/doc`, { value: nestMaps(21) }),
      code.INVALID_ARGUMENT,
    );
  });

  test('a value of 2,000 levels is refused and the server lives on', async () => {
    const name = `${documents}/${randomId()}/doc`;
    const fields = wrap(0x12, Buffer.concat([wrap(0x0a, Buffer.from('m')), wrap(0x12, encodeNestedMaps(2000))]));
    const write = wrap(0x0a, Buffer.concat([wrap(0x0a, Buffer.from(name)), fields]));
    const request = Buffer.concat([wrap(0x0a, Buffer.from(databaseName)), wrap(0x12, write)]);
    expect(malformed).toContain(await failureCode(callRaw('/google.firestore.v1.Firestore/Commit', request)));
    await writeTo(name);
  });

  test('an array directly within an array is refused', async () => {
    const nested = { arrayValue: { values: [{ arrayValue: { values: [] } }] } };
    await expectFailure(
      writeTo(`${documents}/${randomId()}/doc`, { list: nested }),
      code.INVALID_ARGUMENT,
      /array/i,
    );
  });
});

describe('bad names', () => {
  const names: [string, string][] = [
    ['an empty name', ''],
    ['a name without a project', 'documents/a/b'],
    ['a collection in place of a document', `${documents}/only-a-collection`],
    ['a name of three segments', `${documents}/a/b/c`],
    ['an empty segment', `${documents}/a//b/c`],
    ['a dot as an id', `${documents}/a/.`],
    ['two dots as an id', `${documents}/a/..`],
    ['a reserved document id', `${documents}/a/__reserved__`],
    ['a reserved collection id', `${documents}/__reserved__/a`],
    ['a trailing slash', `${documents}/a/b/`],
    ['the documents root', documents],
  ];
  test.each(names)('%s is refused in a write', async (_what, name) => {
    await expectFailure(writeTo(name), code.INVALID_ARGUMENT);
  });

  const readNames = names.filter(([what]) => !['an empty name'].includes(what));
  test.each(readNames)('%s is refused in a read', async (_what, name) => {
    await expectFailure(callOnce('GetDocument', { name }), code.INVALID_ARGUMENT);
  });

  test('a database name that is none is refused', async () => {
    await expectFailure(callOnce('Commit', { database: 'nonsense', writes: [] }), code.INVALID_ARGUMENT);
  });

  test('a reserved field name is refused', async () => {
    await expectFailure(
      writeTo(`${documents}/${randomId()}/doc`, { __reserved__: { integerValue: '1' } }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an empty field name is refused', async () => {
    await expectFailure(
      writeTo(`${documents}/${randomId()}/doc`, { '': { integerValue: '1' } }),
      code.INVALID_ARGUMENT,
    );
  });

  test('a broken path in an update mask is refused', async () => {
    for (const path of ['a..b', '.a', 'a.', '`open', '']) {
      const update = { name: `${documents}/${randomId()}/doc`, fields: {} };
      await expectFailure(
        callOnce('Commit', { database: databaseName, writes: [{ update, updateMask: { fieldPaths: [path] } }] }),
        code.INVALID_ARGUMENT,
      );
    }
  });
});

describe('bad values', () => {
  const values: [string, object][] = [
    ['a value of no type', {}],
    ['a timestamp before year 1', { timestampValue: { seconds: '-62135596801' } }],
    ['a timestamp after year 9999', { timestampValue: { seconds: '253402300800' } }],
    ['a timestamp of negative nanoseconds', { timestampValue: { seconds: '0', nanos: -1 } }],
    ['a timestamp of a second in nanoseconds', { timestampValue: { seconds: '0', nanos: 1_000_000_000 } }],
    ['a latitude above 90', { geoPointValue: { latitude: 90.5, longitude: 0 } }],
    ['a longitude below -180', { geoPointValue: { latitude: 0, longitude: -180.5 } }],
    ['a latitude that is not a number', { geoPointValue: { latitude: NaN, longitude: 0 } }],
    ['a reference to a collection', { referenceValue: `${documents}/collection` }],
    ['a reference that is no name', { referenceValue: 'nonsense' }],
  ];
  test.each(values)('%s is refused', async (_what, value) => {
    await expectFailure(writeTo(`${documents}/${randomId()}/doc`, { value }), code.INVALID_ARGUMENT);
  });
});

describe('bad requests', () => {
  test('a write of no operation is refused', async () => {
    await expectFailure(
      callOnce('Commit', { database: databaseName, writes: [{}] }),
      code.INVALID_ARGUMENT,
    );
  });

  test('a transform of no kind is refused', async () => {
    const update = { name: `${documents}/${randomId()}/doc` };
    await expectFailure(
      callOnce('Commit', { database: databaseName, writes: [{ update, updateTransforms: [{ fieldPath: 'a' }] }] }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an increment by text is refused', async () => {
    const update = { name: `${documents}/${randomId()}/doc` };
    const updateTransforms = [{ fieldPath: 'a', increment: { stringValue: 'x' } }];
    await expectFailure(
      callOnce('Commit', { database: databaseName, writes: [{ update, updateTransforms }] }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an update that requires an update time and is given an empty precondition still writes', async () => {
    const name = `${documents}/${randomId()}/doc`;
    await callOnce('Commit', { database: databaseName, writes: [{ update: { name }, currentDocument: {} }] });
    expect(await callOnce('GetDocument', { name })).toMatchObject({ name });
  });

  test('bytes that are no message are refused', async () => {
    const path = '/google.firestore.v1.Firestore/Commit';
    expect(malformed).toContain(await failureCode(callRaw(path, Buffer.from([0xff, 0xff, 0xff, 0xff]))));
  });

  test('a message that is cut off is refused', async () => {
    const bytes = encodeRequest('Commit', { database: databaseName, writes: [{ delete: `${documents}/a/b` }] });
    const cut = callRaw('/google.firestore.v1.Firestore/Commit', bytes.subarray(0, bytes.length - 4));
    expect(malformed).toContain(await failureCode(cut));
  });

  test('random bytes never end the server', async () => {
    const methods = ['Commit', 'RunQuery', 'BatchGetDocuments', 'Listen', 'Write', 'ListDocuments'];
    for (const method of methods) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await callRaw(`/google.firestore.v1.Firestore/${method}`, randomBytes(40)).catch(() => undefined);
      }
    }
    await writeTo(`${documents}/${randomId()}/doc`);
  });

  test('an unknown method is unimplemented', async () => {
    await expectFailure(callRaw('/google.firestore.v1.Firestore/Nonsense', Buffer.alloc(0)), code.UNIMPLEMENTED);
  });

  test('an unknown service is unimplemented', async () => {
    await expectFailure(callRaw('/no.such.Service/Commit', Buffer.alloc(0)), code.UNIMPLEMENTED);
  });

  test('an empty name in a batch of reads is refused', async () => {
    await expectFailure(
      callStream('BatchGetDocuments', { database: databaseName, documents: [''] }),
      code.INVALID_ARGUMENT,
    );
  });
});
