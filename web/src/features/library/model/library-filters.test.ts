import { expect, it } from 'vitest';
import { readSearch } from '../../../pictures/batches/filter-batches.ts';
import { createLibraryBatch, createLibraryPicture } from '../../../testing/create-library-batch.ts';
import { describeExactTime } from '../../../ui/relative-time.tsx';
import { findShown, makeFilters, SEARCHED } from './library-filters.ts';

const picture = (index: number, overrides: Parameters<typeof createLibraryPicture>[0] = {}) =>
  createLibraryPicture({ index, fileName: `fox_${index}.png`, ...overrides });
const foxes = createLibraryBatch({
  id: 'foxes',
  tool: 'image-generator',
  name: 'Foxes',
  prompt: 'a fox in the snow',
  provider: 'openai',
  total: 2,
  doneCount: 2,
  pictures: [picture(0, { isStarred: true }), picture(1)],
});
const words = createLibraryBatch({
  id: 'words',
  tool: 'keyword-generator',
  name: 'Portraits',
  status: 'processing',
  endedAt: null,
  pictures: [picture(0, { fileName: 'ada.tif', title: 'A woman', keywords: ['studio', 'Portrait'] })],
});
const empty = createLibraryBatch({
  id: 'empty',
  name: 'Nothing yet',
  status: 'pending',
  endedAt: null,
  pictures: [],
});
const batches = [foxes, words, empty];
const filters = makeFilters((name) => name, batches);

const find = (query: string) =>
  findShown(batches, readSearch(new URLSearchParams(query), SEARCHED), filters).flatMap(
    ({ batch, pictures }) => (pictures.length === 0 ? [batch.id] : pictures.map(({ key }) => key)),
  );

it('shows all batches without a search, also those without pictures', () => {
  expect(find('')).toEqual(['foxes/0', 'foxes/1', 'words/0', 'empty']);
});

it('filters by tool, provider, state, batch and star', () => {
  expect(find('tool=keyword-generator')).toEqual(['words/0']);
  expect(find('provider=openai')).toEqual(['foxes/0', 'foxes/1']);
  expect(find('provider=none')).toEqual(['words/0', 'empty']);
  expect(find('state=running')).toEqual(['words/0', 'empty']);
  expect(find('batch=words')).toEqual(['words/0']);
  expect(find('starred=yes')).toEqual(['foxes/0']);
  expect(find('starred=yes&batch=words')).toEqual([]);
});

it('searches prompt, name, file name, title and keywords', () => {
  expect(find('q=SNOW')).toEqual(['foxes/0', 'foxes/1']);
  expect(find('q=fox_1')).toEqual(['foxes/1']);
  expect(find('q=portrait studio')).toEqual(['words/0']);
  expect(find('q=woman')).toEqual(['words/0']);
  expect(find('q=snow portrait')).toEqual([]);
});

it('names the values of its filters', () => {
  const [tool, provider, batch] = makeFilters((name) => `Title of ${name}`, batches);
  expect(tool?.describe('keyword-generator')).toBe('Title of keyword-generator');
  expect([provider?.describe('openai'), provider?.describe('none')]).toEqual([
    'ChatGPT',
    'No provider (upscaled)',
  ]);
  expect(batch?.describe('foxes')).toBe('Foxes');
  const named = batches.map((each) => ({ ...each, name: '11/27/26, 6:39 PM' }));
  const [, , timed] = makeFilters((name) => name, named);
  expect(timed?.describe('foxes')).toBe('a fox in, 11/27/26, 6:39 PM');
  expect(batch?.describe('words')).toBe('Title of keyword-generator · Portraits');
  expect(batch?.describe('gone')).toBe('Unknown');
});

it('tells batches with the same name apart', () => {
  const uploads = ['beach.jpg', 'dune.jpg', 'dune.jpg'].map((fileName, index) =>
    createLibraryBatch({
      id: `upload-${index}`,
      name: '11/29/26, 7:40 PM',
      pictures: [picture(0, { fileName })],
    }),
  );
  const times = ['2026-11-29T12:00:00.000Z', '2026-11-29T12:30:00.000Z', '2026-11-29T12:30:00.000Z'];
  const models = ['imagen4', 'imagen4', 'imagen3'];
  const jobs = times.map((createdAt, index) =>
    createLibraryBatch({
      id: `job-${index}`,
      name: 'Owls',
      prompt: 'a snowy owl',
      model: models[index] ?? '',
      createdAt,
    }),
  );
  const [, , batch] = makeFilters((name) => name, [...uploads, ...jobs]);
  expect(uploads.map(({ id }) => batch?.describe(id))).toEqual([
    'upscale · 11/29/26, 7:40 PM · beach.jpg',
    'upscale · 11/29/26, 7:40 PM · dune.jpg · 2',
    'upscale · 11/29/26, 7:40 PM · dune.jpg · 1',
  ]);
  const [early, late] = times.map(describeExactTime);
  expect(jobs.map(({ id }) => batch?.describe(id))).toEqual([
    `Owls · ${early}`,
    `Owls · ${late} · Imagen 4`,
    `Owls · ${late} · Imagen 3`,
  ]);
});
