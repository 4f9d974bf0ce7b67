import { describe, expect, test } from 'vitest';
import { code, databaseName, documentsName, expectFailure, randomId } from '../harness.ts';
import { commit, integer, setNumber, type Time } from '../wire-requests.ts';
import { callOnce, callStream } from '../wire.ts';

async function writeNumber(name: string, value: number): Promise<Time | undefined> {
  return (await commit([setNumber(name, value)])).commitTime;
}

async function seedHistory() {
  const collectionId = randomId();
  const name = `${documentsName}/${collectionId}/doc`;
  const first = await writeNumber(name, 1);
  const second = await writeNumber(name, 2);
  return { collectionId, name, first, second };
}

describe('single document methods on the wire', () => {
  test('create with an id returns the document', async () => {
    const collectionId = randomId();
    const answer = await callOnce('CreateDocument', {
      parent: documentsName,
      collectionId,
      documentId: 'chosen',
      document: { fields: { n: integer(1) } },
    });
    expect(answer).toMatchObject({
      name: `${documentsName}/${collectionId}/chosen`,
      fields: { n: integer(1) },
    });
  });

  test('create without an id generates one', async () => {
    const collectionId = randomId();
    const answer = await callOnce<{ name: string }>('CreateDocument', {
      parent: documentsName,
      collectionId,
      document: {},
    });
    expect(answer.name.split('/').at(-1)).toHaveLength(20);
  });

  test('create refuses an existing document', async () => {
    const { collectionId } = await seedHistory();
    await expectFailure(
      callOnce('CreateDocument', { parent: documentsName, collectionId, documentId: 'doc', document: {} }),
      code.ALREADY_EXISTS,
    );
  });

  test('update writes the fields of its mask', async () => {
    const { name } = await seedHistory();
    await callOnce('UpdateDocument', {
      document: { name, fields: { a: integer(5), b: integer(6) } },
      updateMask: { fieldPaths: ['a'] },
    });
    const { fields } = await callOnce<{ fields: object }>('GetDocument', { name });
    expect(Object.keys(fields).toSorted()).toEqual(['a', 'n']);
  });

  test('update creates a document that does not exist', async () => {
    const name = `${documentsName}/${randomId()}/doc`;
    await callOnce('UpdateDocument', { document: { name, fields: { a: integer(5) } } });
    expect(await callOnce('GetDocument', { name })).toMatchObject({ name });
  });

  test('update that requires the document refuses a missing one', async () => {
    const document = { name: `${documentsName}/${randomId()}/doc` };
    await expectFailure(
      callOnce('UpdateDocument', { document, currentDocument: { exists: true } }),
      code.NOT_FOUND,
    );
  });

  test('delete removes the document', async () => {
    const { name } = await seedHistory();
    await callOnce('DeleteDocument', { name });
    await expectFailure(callOnce('GetDocument', { name }), code.NOT_FOUND, /not found/i);
  });

  test('get returns the fields of a mask', async () => {
    const { name } = await seedHistory();
    const answer = await callOnce<{ fields?: object }>('GetDocument', {
      name,
      mask: { fieldPaths: ['none'] },
    });
    expect(Object.keys(answer.fields ?? {})).toEqual([]);
  });

  test('writes return update times and the commit time', async () => {
    const name = `${documentsName}/${randomId()}/doc`;
    const answer = await callOnce<{ writeResults: { updateTime?: object }[]; commitTime: object }>('Commit', {
      database: databaseName,
      writes: [{ update: { name } }],
    });
    expect(answer.writeResults[0]?.updateTime).toEqual(answer.commitTime);
  });

  test('a batch of reads returns found and missing documents with read times', async () => {
    const { name } = await seedHistory();
    const missing = `${documentsName}/${randomId()}/none`;
    const answers = await callStream<{ found?: { name: string }; missing?: string; readTime?: object }>(
      'BatchGetDocuments',
      { database: databaseName, documents: [name, missing] },
    );
    expect(answers.flatMap((answer) => answer.found?.name ?? [])).toEqual([name]);
    expect(answers.flatMap((answer) => answer.missing ?? [])).toEqual([missing]);
    expect(answers.every((answer) => answer.readTime !== undefined)).toBe(true);
  });

  test('a write that requires a missing document refuses an existing one', async () => {
    const { name } = await seedHistory();
    const writes = [{ update: { name }, currentDocument: { exists: false } }];
    await expectFailure(callOnce('Commit', { database: databaseName, writes }), code.ALREADY_EXISTS);
  });

  test('a delete that requires a missing document refuses an existing one', async () => {
    const { name } = await seedHistory();
    const writes = [{ delete: name, currentDocument: { exists: false } }];
    await expectFailure(callOnce('Commit', { database: databaseName, writes }), code.ALREADY_EXISTS);
  });
});
