import { expect, test } from 'vitest';
import {
  checkCollectionId,
  checkDocumentId,
  parseDatabaseName,
  parseDocumentName,
  parseParent,
} from './resource-name.ts';

const root = 'projects/p/databases/d/documents';

test('parses a document name', () => {
  expect(parseDocumentName(`${root}/a/b/c/d`)).toEqual({
    database: 'projects/p/databases/d',
    projectId: 'p',
    databaseId: 'd',
    segments: ['a', 'b', 'c', 'd'],
  });
});

test.each(['a/b', 'a/é b', 'a/__', 'a/____', 'a/.a', 'a/__id5__', 'a/__id-5__', `a/${'x'.repeat(1500)}`])(
  '%s names a document',
  (path) => {
    expect(parseDocumentName(`${root}/${path}`).segments).toEqual(path.split('/'));
  },
);

test.each([
  ['', 'lacks "projects" at index 0'],
  ['a/b', 'lacks "projects" at index 0'],
  ['projects//databases/d/documents/a/b', 'lacks a project id at index 9'],
  ['projects/p/database/d/documents/a/b', 'lacks "databases" at index 11'],
  ['projects/p/databases//documents/a/b', 'lacks a database id at index 21'],
  ['projects/p/databases/d/a/b', 'lacks "documents" at index 23'],
  [root, '"/documents" alone'],
  [`${root}/a`, 'lacks "/" at index 34'],
  [`${root}/a/b/c`, 'lacks "/" at index 38'],
  [`${root}/a/`, 'has invalid trailing "/"'],
  [`${root}//b`, 'lacks a collection id at index 33'],
  [`${root}/a/..`, 'contains a resource id ".." at index 35'],
  [`${root}/__a__/b`, 'Collection id "__a__" is invalid because it is reserved'],
  [`${root}/a/__b__`, 'Resource id "__b__" is invalid because it is reserved'],
  [`${root}/a/__id05__`, 'is reserved'],
  [`${root}/a/__id9223372036854775808__`, 'not a 64 bit integer'],
  [`${root}/a/${'é'.repeat(751)}`, 'element name is longer than 1500 bytes'],
  [`${root}/${'a'.repeat(1501)}/b`, 'element kind is longer than 1500 bytes'],
  [`${root}${'/a/b'.repeat(101)}`, 'Cannot exceed 100 elements'],
  [`${root}${`/a/${'b'.repeat(1400)}`.repeat(5)}`, 'Cannot exceed 6144 bytes'],
])('%s is refused: %s', (name, message) => {
  expect(() => parseDocumentName(name)).toThrow(message);
});

test('accepts a document or a database root as parent', () => {
  expect(parseParent(root).segments).toEqual([]);
  expect(parseParent(`${root}/a/b`).segments).toEqual(['a', 'b']);
  expect(() => parseParent(`${root}/a`)).toThrow('lacks "/"');
  expect(() => parseParent('projects/p/databases/d')).toThrow('lacks "/" at index 22');
});

test('rejects anything after the database in a database name', () => {
  expect(parseDatabaseName('projects/p/databases/(default)').databaseId).toBe('(default)');
  expect(() => parseDatabaseName(root)).toThrow('extra characters at index 22');
  expect(() => parseDatabaseName('projects/p/databases/d/')).toThrow('trailing');
});

test('checks single ids like ids in names', () => {
  checkDocumentId('__id5__');
  for (const id of ['', 'a/b', '.', '__x__']) expect(() => checkDocumentId(id)).toThrow(/id/i);
  for (const id of ['', 'a/b', '..', '__id5__']) expect(() => checkCollectionId(id)).toThrow(/id/i);
});
