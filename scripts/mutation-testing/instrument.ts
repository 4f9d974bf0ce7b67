/** Writes every mutant of a file into it, each behind a switch: `globalThis.isMutated(3) ? mutated : original`. */
import type { Mutant } from './find-mutants.ts';

export interface NumberedMutant extends Mutant {
  id: number;
}

/** The mutants in the order of `findMutants`: inner ones first. */
export function instrument(source: string, mutants: readonly NumberedMutant[]): string {
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  for (const { id, start, end, form, replacement } of mutants) {
    const isMutated = `globalThis.isMutated(${id})`;
    const [prefix, suffix, at]: [string, string, [number, number]] =
      form === 'block'
        ? [`if (!${isMutated}) {`, '}', [start + 1, end - 1]]
        : form === 'statement'
          ? // In braces of its own, because an `else` may follow.
            [`{if (!${isMutated}) {`, '}}', [start, end]]
          : form === 'attribute'
            ? [`{${isMutated} ? ${replacement} : `, '}', [start, end]]
            : [`(${isMutated} ? (${replacement}) : `, ')', [start, end]];
    before.set(at[0], prefix + (before.get(at[0]) ?? ''));
    after.set(at[1], (after.get(at[1]) ?? '') + suffix);
  }
  const places = [...new Set([...before.keys(), ...after.keys()])].sort((one, other) => one - other);
  let text = '';
  let done = 0;
  for (const place of places) {
    text += source.slice(done, place) + (after.get(place) ?? '') + (before.get(place) ?? '');
    done = place;
  }
  return text + source.slice(done);
}
