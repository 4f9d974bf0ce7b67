/**
 * Runs the tests of a file once and notes what they cover, or runs each test once for each mutant that it may kill, without loading the
 * file again. Vitest starts it in its worker, through `runner` of its configuration.
 */
import { relative } from 'node:path';
import { inject, TestRunner, type RunnerTestCase, type RunnerTestFile, type SerializedConfig } from 'vitest';
import { switchHere, switchInPages, switchInServer, type MutantSwitch } from './mutant-switch.ts';
import { addStep, PlanSchema, type Plan, type Verdict } from './plan.ts';
import { watchForHangs } from './watch-for-hangs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mutationPlan: unknown;
  }
}

interface TryOptions {
  retry: number;
  repeats: number;
}
/** A mutant whose test has failed, and now runs without it. */
interface Suspect {
  mutant: number;
  /** Of this process: no other mutant has left something behind. */
  isFirst: boolean;
  hasPassed: boolean;
}
/** Tests may replace the clock. */
const { setTimeout, clearTimeout } = globalThis;
const readClock = performance.now.bind(performance);

export default class MutationTestRunner extends TestRunner {
  readonly #plan: Plan = PlanSchema.parse(inject('mutationPlan'));
  readonly #switch: MutantSwitch;
  readonly #watcher = watchForHangs();
  readonly #killed = new Set<number>();
  /** Of the test that runs. */
  #left: number[] = [];
  /**
   * The test runs without a mutant: after a failure, which another mutant could have caused, and before the first one. Tests of pages start
   * with a mutant: each has a new browser context, and takes long.
   */
  #isUnmutated: boolean;
  #suspect: Suspect | undefined;
  /** Tests that pass twice in a row. One that switches something on and off would pass every other time. */
  readonly #repeatable = new Set<string>();
  #hasTried = false;
  #startedAt = 0;
  #isStopped = false;

  constructor(config: SerializedConfig) {
    super(config);
    this.#isUnmutated = this.#plan.kind === 'try' && this.#plan.place !== 'pages';
    this.#switch = openSwitch(this.#plan);
    void this.#switch.activate(this.#plan.loadedMutant, Infinity);
  }

  onCollected([file]: RunnerTestFile[]): void {
    const { kind, log, loadedMutant } = this.#plan;
    if (!file) return;
    const name = relative(this.config.root, file.filepath);
    if (kind === 'cover') {
      addStep(log, { type: 'loaded', file: name, covered: this.#switch.readCovered().covered });
    }
    if (kind === 'load' && loadedMutant !== undefined && file.result?.state === 'fail') {
      addStep(log, { type: 'end', mutant: loadedMutant, test: name, verdict: 'killed', ms: 0 });
      this.#isStopped = true;
    }
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const { attempts, kind } = this.#plan;
    const mutants = attempts[test.id] ?? [];
    this.#left = mutants.filter((mutant) => !this.#killed.has(mutant));
    if (this.#isStopped || (kind !== 'cover' && this.#left.length === 0)) test.mode = 'skip';
    test.repeats = Number.MAX_SAFE_INTEGER;
    test.retry = 0;
    await super.onBeforeRunTask(test);
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- vitest awaits it.
  override async onBeforeTryTask(test: RunnerTestCase, options: TryOptions): Promise<void> {
    super.onBeforeTryTask(test, options);
    const { log, loadedMutant } = this.#plan;
    const mutant = this.#isUnmutated ? undefined : this.#left[0];
    // Only code of this process can block it.
    if (this.#plan.kind !== 'cover' && this.#plan.place === 'here') this.#watcher.start();
    await this.#switch.activate(loadedMutant ?? mutant, this.#plan.limits[test.id]?.hits ?? Infinity);
    if (mutant !== undefined) addStep(log, { type: 'start', mutant, test: test.id });
    this.#startedAt = readClock();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const limit = this.#plan.limits[test.id];
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((_, reject) => {
      if (!limit) return;
      timer = setTimeout(() => reject(new Error('The test takes too long.')), limit.ms);
    });
    await Promise.race([TestRunner.getTestFn(test)(), tooLong]).finally(() => clearTimeout(timer));
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    this.#watcher.stop();
    const { result } = test;
    if (!result) return;
    this.#note(test, (result.state === 'fail') !== (test.fails === true), readClock() - this.#startedAt);
    result.state = 'run';
    delete result.errors;
    // Ends the repetitions.
    if (this.#left.length === 0 || this.#isStopped) Object.assign(result, { pending: true });
  }

  /** Of a mutant whose test failed, and then ran without it. */
  #judge({ isFirst, hasPassed }: Suspect, failedAgain: boolean): Verdict {
    if (!failedAgain) return 'killed';
    if (hasPassed || this.#plan.place === 'pages') return 'survived';
    return isFirst ? 'killed' : 'unsure';
  }

  #note(test: RunnerTestCase, failed: boolean, ms: number): void {
    const { kind, log, loadedMutant } = this.#plan;
    if (kind === 'cover') {
      const reached = this.#switch.readCovered();
      const file = relative(this.config.root, test.file.filepath);
      const error = test.result?.errors?.[0]?.message;
      const facts = { id: test.id, file, title: test.name, passed: !failed, error, ms };
      addStep(log, { type: 'test', ...facts, ...reached });
      return;
    }
    const end = (mutant: number, verdict: Verdict) => {
      if (verdict === 'killed') this.#killed.add(mutant);
      this.#left.shift();
      addStep(log, { type: 'end', mutant, test: test.id, verdict, ms });
    };
    const [mutant] = this.#left;
    if (loadedMutant !== undefined) {
      end(loadedMutant, failed ? 'killed' : 'survived');
      this.#isStopped ||= failed;
    } else if (this.#isUnmutated) {
      const suspect = this.#suspect;
      if (suspect && !failed && !suspect.hasPassed && !this.#repeatable.has(test.id)) {
        suspect.hasPassed = true;
        return;
      }
      this.#isUnmutated = false;
      if (suspect && !failed) this.#repeatable.add(test.id);
      this.#suspect = undefined;
      this.#isStopped ||= failed;
      const verdict = suspect && this.#judge(suspect, failed);
      if (failed && (!suspect || verdict === 'survived')) addStep(log, { type: 'broken', test: test.id });
      if (suspect && verdict) end(suspect.mutant, verdict);
    } else if (mutant !== undefined) {
      const isFirst = !this.#hasTried;
      this.#hasTried = true;
      this.#isUnmutated = failed;
      if (!failed) end(mutant, 'survived');
      else this.#suspect = { mutant, isFirst, hasPassed: false };
    }
  }
}

function openSwitch({ place }: Plan): MutantSwitch {
  if (place === 'here') return switchHere();
  return place === 'pages' ? switchInPages() : switchInServer(place.folder);
}
