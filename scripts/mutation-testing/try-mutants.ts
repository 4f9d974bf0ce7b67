/** Tries mutants on the tests that cover them, file by file. */
import type { Plan, TestFacts } from './plan.ts';
import type { TestFiles } from './test-files.ts';

/** Why a mutant counts as killed: the test that failed. */
export type Kills = Map<number, string>;

interface TryOptions {
  /** Tries each mutant on so many tests, first on those that reach few others: they are the most specific. */
  maxTests: number;
  /** Milliseconds of tests that a mutant survives, after which no others are tried. */
  maxMs: number;
  /** A test that takes five seconds and so many times as long as without a mutant has failed: a busy machine must not kill mutants. */
  patience: number;
  place: Plan['place'];
}

export class Tries {
  readonly kills: Kills = new Map();
  readonly #spent = new Map<number, number>();
  readonly #files: TestFiles;
  readonly #tests: readonly TestFacts[];
  readonly #broken = new Set<string>();
  readonly #limits: Plan['limits'];
  readonly #options: TryOptions;

  constructor(files: TestFiles, tests: readonly TestFacts[], options: TryOptions) {
    this.#files = files;
    this.#options = options;
    this.#tests = chooseTests(tests, options.maxTests);
    this.#limits = Object.fromEntries(
      tests.map(({ id, ms, hits }) => [id, { ms: 5000 + options.patience * ms, hits: 100_000 + 50 * hits }]),
    );
  }

  /** All that the file's tests cover, until each was killed or has survived them. */
  async tryFile(file: string): Promise<void> {
    const tests = this.#tests.filter((test) => test.file === file);
    const done = new Set<string>();
    const findAttempts = () =>
      Object.fromEntries(
        tests.flatMap(({ id, covered }) => {
          const mutants = covered.filter((mutant) => this.#isOpen(mutant) && !done.has(`${id} ${mutant}`));
          return mutants.length === 0 || this.#broken.has(id) ? [] : [[id, mutants]];
        }),
      );
    let unsure: Record<string, number[]>[] = [];
    for (let left = findAttempts(); Object.keys(left).length > 0; left = unsure.pop() ?? findAttempts()) {
      const progress = done.size + this.#broken.size;
      const steps = await this.#files.run([file], {
        kind: 'try',
        attempts: left,
        limits: this.#limits,
        place: this.#options.place,
      });
      let started: { mutant: number; test: string } | undefined;
      for (const step of steps) {
        if (step.type === 'broken') this.#broken.add(step.test);
        if (step.type === 'start') started = step;
        if (step.type !== 'end') continue;
        started = undefined;
        const { mutant, test, verdict, ms } = step;
        if (verdict === 'unsure') unsure.push({ [test]: [mutant] });
        else done.add(`${test} ${mutant}`);
        if (verdict === 'killed') this.kills.set(mutant, test);
        if (verdict === 'survived') this.#spent.set(mutant, (this.#spent.get(mutant) ?? 0) + ms);
      }
      // The process was ended in the middle: the mutant blocks it.
      if (started) {
        this.kills.set(started.mutant, started.test);
        done.add(`${started.test} ${started.mutant}`);
      }
      if (done.size + this.#broken.size === progress && unsure.length === 0) return;
    }
  }

  /** Mutants of what runs while modules load: each needs new modules. */
  async tryLoaded(mutant: number, files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (!this.#isOpen(mutant)) return;
      const tests = this.#tests.filter((test) => test.file === file);
      const attempts = Object.fromEntries(tests.map(({ id }) => [id, [mutant]]));
      const steps = await this.#files.run([file], {
        kind: 'load',
        loadedMutant: mutant,
        attempts,
        limits: this.#limits,
        place: 'here',
      });
      const ends = steps.flatMap((step) => (step.type === 'end' ? [step] : []));
      const killer = ends.find(({ verdict }) => verdict === 'killed');
      if (killer || ends.length === 0) this.kills.set(mutant, killer?.test ?? file);
      const ms = ends.reduce((sum, end) => sum + end.ms, 0);
      this.#spent.set(mutant, (this.#spent.get(mutant) ?? 0) + ms + 1000);
    }
  }

  readonly #isOpen = (mutant: number): boolean =>
    !this.kills.has(mutant) && (this.#spent.get(mutant) ?? 0) < this.#options.maxMs;
}

function chooseTests(tests: readonly TestFacts[], maxTests: number): TestFacts[] {
  const counts = new Map<number, number>();
  const specific = tests.toSorted((one, other) => one.covered.length - other.covered.length);
  return specific.map((test) => {
    const covered = test.covered.filter((mutant) => (counts.get(mutant) ?? 0) < maxTests);
    for (const mutant of covered) counts.set(mutant, (counts.get(mutant) ?? 0) + 1);
    return { ...test, covered };
  });
}
