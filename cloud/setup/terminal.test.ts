import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const file = join(import.meta.dirname, 'terminal.ts');

it('does not show a hidden answer', () => {
  const script = `
    import { ask } from ${JSON.stringify(file)};
    const answer = await ask('Key: ', { isHidden: true });
    console.log(answer.length);
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: 'sk-secret\n',
    encoding: 'utf8',
  });
  expect(stdout).toBe('Key: \n9\n');
  expect(stderr).toBe('');
});
