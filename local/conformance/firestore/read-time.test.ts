import { describe, expect, test } from 'vitest';
import { code, databaseName, expectFailure, randomId } from '../harness.ts';
import { callOnce, callStream, integer, listFoundIds, runQuery } from '../wire.ts';

interface Time {
  seconds: string;
  nanos: number;
}

const parent = `${databaseName}/documents`;

async function writeNumber(name: string, value: number): Promise<Time> {
  const fields = { n: integer(value) };
  const answer = await callOnce<{ commitTime: Time }>('Commit', {
    database: databaseName,
    writes: [{ update: { name, fields } }],
  });
  return answer.commitTime;
}

async function seedHistory() {
  const collectionId = randomId();
  const name = `${parent}/${collectionId}/doc`;
  const first = await writeNumber(name, 1);
  const second = await writeNumber(name, 2);
  return { collectionId, name, first, second };
}

describe('reads at a time in the past', () => {
  test('of one document', async () => {
    const { name, first, second } = await seedHistory();
    expect(await callOnce('GetDocument', { name, readTime: first })).toMatchObject({ fields: { n: integer(1) } });
    expect(await callOnce('GetDocument', { name, readTime: second })).toMatchObject({ fields: { n: integer(2) } });
  });

  test('of a document before it was created', async () => {
    const { collectionId, first } = await seedHistory();
    const later = `${parent}/${collectionId}/later`;
    await writeNumber(later, 1);
    await expectFailure(callOnce('GetDocument', { name: later, readTime: first }), code.NOT_FOUND);
  });

  test('of several documents', async () => {
    const { name, first } = await seedHistory();
    const [answer] = await callStream<{ found: object; readTime: Time }>('BatchGetDocuments', {
      database: databaseName,
      documents: [name],
      readTime: first,
    });
    expect(answer).toMatchObject({ found: { fields: { n: integer(1) } }, readTime: first });
  });

  test('of a query', async () => {
    const { collectionId, first } = await seedHistory();
    await writeNumber(`${parent}/${collectionId}/later`, 1);
    const query = { from: [{ collectionId }] };
    expect(listFoundIds(await runQuery(query, { selector: { readTime: first } }))).toEqual(['doc']);
    expect(listFoundIds(await runQuery(query))).toEqual(['doc', 'later']);
  });

  test('of an aggregation', async () => {
    const { collectionId, first } = await seedHistory();
    const [answer] = await callStream<{ result: { aggregateFields: object } }>('RunAggregationQuery', {
      parent,
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId }] },
        aggregations: [{ alias: 'total', sum: { field: { fieldPath: 'n' } } }],
      },
      readTime: first,
    });
    expect(answer?.result.aggregateFields).toMatchObject({ total: integer(1) });
  });

  test('of a listing', async () => {
    const { collectionId, first } = await seedHistory();
    await writeNumber(`${parent}/${collectionId}/later`, 1);
    const page = await callOnce<{ documents: object[] }>('ListDocuments', { parent, collectionId, readTime: first });
    expect(page.documents).toHaveLength(1);
  });

  test('in the future are refused', async () => {
    const { name } = await seedHistory();
    const future = { seconds: String(Math.floor(Date.now() / 1000) + 3600), nanos: 0 };
    await expectFailure(callOnce('GetDocument', { name, readTime: future }), code.INVALID_ARGUMENT);
  });

  test('far in the past are refused', async () => {
    const { name } = await seedHistory();
    await expectFailure(
      callOnce('GetDocument', { name, readTime: { seconds: '1000000000', nanos: 0 } }),
      code.FAILED_PRECONDITION,
    );
  });
});

describe('single document methods on the wire', () => {
  test('create with an id of the caller answers the document', async () => {
    const collectionId = randomId();
    const answer = await callOnce('CreateDocument', {
      parent,
      collectionId,
      documentId: 'chosen',
      document: { fields: { n: integer(1) } },
    });
    expect(answer).toMatchObject({ name: `${parent}/${collectionId}/chosen`, fields: { n: integer(1) } });
  });

  test('create with no id makes one', async () => {
    const collectionId = randomId();
    const answer = await callOnce<{ name: string }>('CreateDocument', { parent, collectionId, document: {} });
    expect(answer.name.split('/').at(-1)).toHaveLength(20);
  });

  test('create of a document that exists is refused', async () => {
    const { collectionId } = await seedHistory();
    await expectFailure(
      callOnce('CreateDocument', { parent, collectionId, documentId: 'doc', document: {} }),
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

  test('update creates a document that is not there', async () => {
    const name = `${parent}/${randomId()}/doc`;
    await callOnce('UpdateDocument', { document: { name, fields: { a: integer(5) } } });
    expect(await callOnce('GetDocument', { name })).toMatchObject({ name });
  });

  test('update that requires the document refuses a missing one', async () => {
    const document = { name: `${parent}/${randomId()}/doc` };
    await expectFailure(callOnce('UpdateDocument', { document, currentDocument: { exists: true } }), code.NOT_FOUND);
  });

  test('delete removes the document', async () => {
    const { name } = await seedHistory();
    await callOnce('DeleteDocument', { name });
    await expectFailure(callOnce('GetDocument', { name }), code.NOT_FOUND, /not found/i);
  });

  test('get answers the fields of a mask', async () => {
    const { name } = await seedHistory();
    const answer = await callOnce<{ fields?: object }>('GetDocument', { name, mask: { fieldPaths: ['none'] } });
    expect(Object.keys(answer.fields ?? {})).toEqual([]);
  });

  test('writes answer when each document changed and when all were committed', async () => {
    const name = `${parent}/${randomId()}/doc`;
    const answer = await callOnce<{ writeResults: { updateTime?: object }[]; commitTime: object }>('Commit', {
      database: databaseName,
      writes: [{ update: { name } }],
    });
    expect(answer.writeResults[0]?.updateTime).toEqual(answer.commitTime);
  });

  test('a batch of reads answers found and missing documents with a read time each', async () => {
    const { name } = await seedHistory();
    const missing = `${parent}/${randomId()}/none`;
    const answers = await callStream<{ found?: { name: string }; missing?: string; readTime?: object }>(
      'BatchGetDocuments',
      { database: databaseName, documents: [name, missing] },
    );
    expect(answers.flatMap((answer) => answer.found?.name ?? [])).toEqual([name]);
    expect(answers.flatMap((answer) => answer.missing ?? [])).toEqual([missing]);
    expect(answers.every((answer) => answer.readTime !== undefined)).toBe(true);
  });

  test('a precondition that a document must not exist holds against one that does', async () => {
    const { name } = await seedHistory();
    const writes = [{ update: { name }, currentDocument: { exists: false } }];
    await expectFailure(callOnce('Commit', { database: databaseName, writes }), code.ALREADY_EXISTS);
  });

  test('a precondition that a document must not exist holds against a delete too', async () => {
    const { name } = await seedHistory();
    const writes = [{ delete: name, currentDocument: { exists: false } }];
    await expectFailure(callOnce('Commit', { database: databaseName, writes }), code.ALREADY_EXISTS);
  });
});
