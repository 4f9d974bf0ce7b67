/** Runs test files of the instrumented copy, each in a process of its own. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createVitest, type InlineConfig, type TestSpecification, type Vitest } from 'vitest/node';
import { readSteps, type Plan, type Step } from './plan.ts';

export class TestFiles {
  readonly #copy: string;
  readonly #vitest: Vitest;
  #specifications = new Map<string, TestSpecification>();

  private constructor(copy: string, vitest: Vitest) {
    this.#copy = copy;
    this.#vitest = vitest;
  }

  static async open(copy: string, config: InlineConfig): Promise<TestFiles> {
    const vitest = await createVitest('test', {
      root: copy,
      config: false,
      watch: false,
      reporters: [{}],
      runner: join(copy, 'scripts/mutation-testing/test-runner.ts'),
      pool: 'forks',
      maxWorkers: 1,
      fileParallelism: false,
      silent: true,
      // Node warns of listeners that a test leaves each time.
      execArgv: ['--no-warnings'],
      ...config,
    });
    return new TestFiles(copy, vitest);
  }

  close = (): Promise<void> => this.#vitest.close();

  /** Those that import one of `sources`, directly or not. */
  async findRelated(sources: readonly string[]): Promise<string[]> {
    this.#vitest.config.related = sources.map((source) => join(this.#copy, source));
    return this.#note(await this.#vitest.getRelevantTestSpecifications());
  }

  findAll = async (): Promise<string[]> => this.#note(await this.#vitest.globTestSpecifications());

  #note(found: readonly TestSpecification[]): string[] {
    this.#specifications = new Map(found.map((each) => [relative(this.#copy, each.moduleId), each]));
    return [...this.#specifications.keys()];
  }

  async run(files: readonly string[], plan: Omit<Plan, 'log'>): Promise<Step[]> {
    if (files.length === 0) return [];
    const log = join(this.#copy, '.build/mutation-steps.jsonl');
    mkdirSync(dirname(log), { recursive: true });
    rmSync(log, { force: true });
    const project = this.#vitest.getRootProject();
    project.provide('mutationPlan', { ...plan, log });
    const specifications = files.flatMap((file) => this.#specifications.get(file) ?? []);
    const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    const steps = readSteps(log);
    if (steps.length === 0) throw new AggregateError(unhandledErrors, `No test of ${files.join(', ')} ran.`);
    return steps;
  }
}
