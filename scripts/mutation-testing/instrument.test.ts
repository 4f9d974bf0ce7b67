import { parseSync } from 'oxc-parser';
import { afterEach, describe, expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { instrument } from './instrument.ts';

const number = (source: string) => findMutants('file.tsx', source).map((mutant, id) => ({ ...mutant, id }));
const list = (source: string) =>
  findMutants('file.tsx', source).map(
    ({ start, end, replacement }) => `${source.slice(start, end)} -> ${replacement}`,
  );

/** What the function of the source returns, with no mutant and with each of them. */
function runAll(source: string, ...values: unknown[]): unknown[] {
  const mutants = number(source);
  const text = instrument(source, mutants);
  return [undefined, ...mutants.map(({ id }) => id)].map((active) => {
    globalThis.isMutated = (id) => id === active;
    // oxlint-disable-next-line typescript/no-implied-eval -- the source of a test
    const run: unknown = new Function(`return (${text})`)();
    try {
      return typeof run === 'function' ? run(...values) : undefined;
    } catch {
      return 'an error';
    }
  });
}

afterEach(() => Reflect.deleteProperty(globalThis, 'isMutated'));

describe('mutants', () => {
  it('are the operators of conditions, arithmetic and calls', () => {
    expect(list('if (a < b) go(!c);')).toEqual([
      'a < b -> a <= b',
      'a < b -> a >= b',
      'a < b -> true',
      'a < b -> false',
      '!c -> c',
      'go(!c); -> ;',
    ]);
    expect(list('x = a.some(f) ? [1] : a?.b ?? 2')).toEqual([
      'a.some(f) -> a.every(f)',
      'a.some(f) -> true',
      'a.some(f) -> false',
      '[1] -> []',
      'a?.b -> a.b',
      'a?.b ?? 2 -> ((a?.b) && (2))',
    ]);
  });

  it('leave types, paths, names and texts for people alone', () => {
    const source = `
      import a from 'path';
      export * from 'path';
      type A = 'word' | true;
      interface B { c: 'word' }
      const d: 'word' = { 'word': e['f' as const] } satisfies G<'word'>;
      const h = <p title="Save">Saved {\`\${d} images\`} {'two words'}</p>;
      const load = import('path');`;
    expect(list(source)).toEqual(['\'f\' -> ""', "{ 'word': e['f' as const] } -> ({})"]);
  });

  it('leave constant styles alone, but not what chooses or calculates one', () => {
    const source = `
      const ROW = { display: 'grid' };
      const a = <b sx={[ROW, { color: 'red', width: -LEFT }]} style={{ ...ROW }} color="red" variant="h2" />;
      const c = <b sx={{ width: \`\${d}px\`, color: e ? 'red' : 'blue' }} />;`;
    expect(list(source)).toEqual([
      '"h2" -> ""',
      '`${d}px` -> ``',
      'e -> true',
      'e -> false',
      "{ width: `${d}px`, color: e ? 'red' : 'blue' } -> ({})",
    ]);
  });

  it('do nothing until they are switched on', () => {
    const source =
      '(list, limit) => { const left = list.filter((n) => n > 1); return left.length === limit ? "all" : left; }';
    const [original, ...mutated] = runAll(source, [1, 2], 1);
    expect(original).toBe('all');
    expect(mutated).toHaveLength(number(source).length);
    expect(mutated.filter((each) => each === 'all').length).toBeLessThan(mutated.length / 2);
  });

  it('keep short circuits of optional chains', () => {
    const results = runAll('(a) => a?.b.filter(Boolean).slice(1)', undefined);
    expect(results.filter((each) => each !== undefined)).toEqual(['an error']);
  });

  it('leave an else with its if', () => {
    const source = '(a) => { const log = []; if (a > 0) log.push(1); else log.push(2); return log.join(); }';
    expect([runAll(source, 1)[0], runAll(source, 0)[0]]).toEqual(['1', '2']);
  });

  it('can be written into components', () => {
    const source = 'const A = () => <b className="x" hidden={!c}>{d && <i />}</b>;';
    expect(parseSync('file.tsx', instrument(source, number(source))).errors).toEqual([]);
  });
});
