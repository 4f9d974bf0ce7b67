import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { catchFailure, code, databaseName, documentsName, expectFailure, randomId } from '../harness.ts';
import { readDocument, writeFields } from '../wire-requests.ts';
import { callOnce, callRaw, encodeRequest, WireError } from '../wire.ts';

/** The codes that a server may return for invalid bytes. Google's emulator returns UNKNOWN. */
const malformed: unknown[] = [code.UNKNOWN, code.INTERNAL, code.INVALID_ARGUMENT];

async function failureCode(attempt: Promise<unknown>): Promise<unknown> {
  const failure = await catchFailure(attempt);
  return failure instanceof WireError ? failure.code : failure;
}

describe('bad names', () => {
  const names: [string, string][] = [
    ['an empty name', ''],
    ['a name without a project', 'documents/a/b'],
    ['a collection in place of a document', `${documentsName}/only-a-collection`],
    ['a name of three segments', `${documentsName}/a/b/c`],
    ['an empty segment', `${documentsName}/a//b/c`],
    ['a dot as an id', `${documentsName}/a/.`],
    ['two dots as an id', `${documentsName}/a/..`],
    ['a reserved document id', `${documentsName}/a/__reserved__`],
    ['a reserved collection id', `${documentsName}/__reserved__/a`],
    ['a trailing slash', `${documentsName}/a/b/`],
    ['the documents root', documentsName],
  ];
  test.each(names)('%s is refused in a write', async (_what, name) => {
    await expectFailure(writeFields(name), code.INVALID_ARGUMENT);
  });

  test.each(names)('%s is refused in a read', async (_what, name) => {
    await expectFailure(readDocument(name), code.INVALID_ARGUMENT);
  });

  test('an invalid database name is refused', async () => {
    await expectFailure(callOnce('Commit', { database: 'nonsense', writes: [] }), code.INVALID_ARGUMENT);
  });

  test('a reserved field name is refused', async () => {
    await expectFailure(
      writeFields(`${documentsName}/${randomId()}/doc`, { __reserved__: { integerValue: '1' } }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an empty field name is refused', async () => {
    await expectFailure(
      writeFields(`${documentsName}/${randomId()}/doc`, { '': { integerValue: '1' } }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an invalid path in an update mask is refused', async () => {
    for (const path of ['a..b', '.a', 'a.', '`open', '']) {
      const update = { name: `${documentsName}/${randomId()}/doc`, fields: {} };
      await expectFailure(
        callOnce('Commit', {
          database: databaseName,
          writes: [{ update, updateMask: { fieldPaths: [path] } }],
        }),
        code.INVALID_ARGUMENT,
      );
    }
  });
});

describe('bad values', () => {
  const values: [string, object][] = [
    ['a value without a type', {}],
    ['a timestamp before year 1', { timestampValue: { seconds: '-62135596801' } }],
    ['a timestamp after year 9999', { timestampValue: { seconds: '253402300800' } }],
    ['a timestamp of negative nanoseconds', { timestampValue: { seconds: '0', nanos: -1 } }],
    ['a timestamp of a second in nanoseconds', { timestampValue: { seconds: '0', nanos: 1_000_000_000 } }],
    ['a reference to a collection', { referenceValue: `${documentsName}/collection` }],
    ['a reference that is not a name', { referenceValue: 'nonsense' }],
  ];
  test.each(values)('%s is refused', async (_what, value) => {
    await expectFailure(writeFields(`${documentsName}/${randomId()}/doc`, { value }), code.INVALID_ARGUMENT);
  });
});

describe('bad requests', () => {
  test('a write without an operation is refused', async () => {
    await expectFailure(callOnce('Commit', { database: databaseName, writes: [{}] }), code.INVALID_ARGUMENT);
  });

  test('a transform without an operator is refused', async () => {
    const update = { name: `${documentsName}/${randomId()}/doc` };
    await expectFailure(
      callOnce('Commit', {
        database: databaseName,
        writes: [{ update, updateTransforms: [{ fieldPath: 'a' }] }],
      }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an increment by a string is refused', async () => {
    const update = { name: `${documentsName}/${randomId()}/doc` };
    const updateTransforms = [{ fieldPath: 'a', increment: { stringValue: 'x' } }];
    await expectFailure(
      callOnce('Commit', { database: databaseName, writes: [{ update, updateTransforms }] }),
      code.INVALID_ARGUMENT,
    );
  });

  test('an update with an empty update time precondition still writes', async () => {
    const name = `${documentsName}/${randomId()}/doc`;
    await callOnce('Commit', { database: databaseName, writes: [{ update: { name }, currentDocument: {} }] });
    expect((await readDocument(name)).found).toMatchObject({ name });
  });

  test('bytes that are not a message are refused', async () => {
    const path = '/google.firestore.v1.Firestore/Commit';
    expect(malformed).toContain(await failureCode(callRaw(path, Buffer.from([0xff, 0xff, 0xff, 0xff]))));
  });

  test('a truncated message is refused', async () => {
    const bytes = encodeRequest('Commit', {
      database: databaseName,
      writes: [{ delete: `${documentsName}/a/b` }],
    });
    const cut = callRaw('/google.firestore.v1.Firestore/Commit', bytes.subarray(0, bytes.length - 4));
    expect(malformed).toContain(await failureCode(cut));
  });

  test('random bytes do not crash the server', async () => {
    const methods = ['Commit', 'RunQuery', 'BatchGetDocuments', 'Listen'];
    for (const method of methods) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const bytes = createHash('sha256').update(`${method} ${attempt}`).digest();
        await callRaw(`/google.firestore.v1.Firestore/${method}`, bytes).catch(() => undefined);
      }
    }
    expect(await writeFields(`${documentsName}/${randomId()}/doc`)).toMatchObject({ writeResults: [{}] });
  });

  test('an unknown method is unimplemented', async () => {
    await expectFailure(
      callRaw('/google.firestore.v1.Firestore/Nonsense', Buffer.alloc(0)),
      code.UNIMPLEMENTED,
    );
  });

  test('an unknown service is unimplemented', async () => {
    await expectFailure(callRaw('/no.such.Service/Commit', Buffer.alloc(0)), code.UNIMPLEMENTED);
  });
});
