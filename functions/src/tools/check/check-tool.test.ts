import type { Issue } from '@portal/contracts/checks';
import { expect, it } from 'vitest';
import type { Written } from '../../batches/tool.ts';
import { checkTool } from './check-tool.ts';

const FACTS = { contentType: 'image/png', uploadedType: 'image/png', width: 8, height: 8 } as const;
const read = (text: string): unknown =>
  checkTool.halfPrice?.readText?.({ provider: 'openai' }, text, {
    ...FACTS,
    hasAlpha: false,
    thumbnail: Buffer.alloc(0),
    mark: {},
  });

it('has issues and no texts', () => {
  const issue: Issue = { kind: 'text', severity: 'minor', sentence: 'A sign.' };
  expect(read(JSON.stringify({ issues: [issue, 'nonsense'] }))).toEqual({
    kind: 'written',
    texts: {},
    issues: [issue],
  } satisfies Written);
  expect(read('{"issues":[]}')).toMatchObject({ kind: 'written', issues: [] });
});

it.each(['', 'Nothing to see.', '[]', '{}', '{"issues":"none"}'])('cannot use the answer %j', (text) => {
  expect(read(text)).toMatchObject({ kind: 'useless', reason: expect.stringContaining('list of issues') });
});
