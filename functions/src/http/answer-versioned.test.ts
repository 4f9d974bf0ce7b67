import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { answerByContent } from './answer-versioned.ts';

it('answers 304 as long as the content is the same', async () => {
  const app = new Hono();
  let people = ['ada'];
  app.get('/', async (context) => {
    const found = await answerByContent(context, { people });
    return found instanceof Response ? found : context.json(found);
  });
  const first = await app.request('/');
  expect(await first.json()).toEqual({ people: ['ada'] });
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const etag = first.headers.get('etag') ?? '';
  const read = () => app.request('/', { headers: { 'if-none-match': etag } });
  expect((await read()).status).toBe(304);
  people = ['ada', 'bo'];
  const second = await read();
  expect(await second.json()).toEqual({ people });
  expect(second.headers.get('etag')).not.toBe(etag);
});
