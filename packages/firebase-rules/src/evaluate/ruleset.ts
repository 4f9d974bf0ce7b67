/** The rules of one service. Finds the statements that match a path, and allows a request if one of them does. */
import { Evaluator, type ServiceFunctions } from './evaluate.ts';
import { matchPath } from './match-path.ts';
import { Scope, unbound, type Binding } from './scope.ts';
import type { AllowStatement, FunctionDeclaration, MatchBlock, RulesFile } from '../syntax/syntax.ts';
import { EvaluationError, type PathSegment } from '../values/rules-value.ts';

export interface Decision {
  readonly allowed: boolean;
  /** Why a request is denied: the outcome of each matching statement, with its line. */
  readonly reason: string;
}

interface RulesRequest {
  readonly method: string;
  readonly path: readonly PathSegment[];
  /** `request` and `resource`. */
  readonly variables: ReadonlyMap<string, Binding>;
  readonly service: ServiceFunctions;
}

/** A match block with the blocks around it, outermost first. */
interface Rule {
  readonly blocks: readonly MatchBlock[];
  readonly pattern: MatchBlock['pattern'];
  readonly allows: readonly AllowStatement[];
}

const IMPLIED_METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['get', 'list']],
  ['write', ['create', 'update', 'delete']],
]);

export class Ruleset {
  readonly #rules: readonly Rule[];
  readonly #functions: readonly FunctionDeclaration[];

  constructor(file: RulesFile, serviceName: string) {
    const service = file.services.find(({ name }) => name === serviceName);
    this.#rules = service?.matches.flatMap((block) => flatten([block])) ?? [];
    this.#functions = [...(service?.functions ?? []), ...file.functions];
  }

  authorize(request: RulesRequest): Decision {
    const evaluator = new Evaluator(request.service);
    const root = new Scope(undefined, request.variables, this.#functions);
    const reasons: string[] = [];
    for (const rule of this.#rules) {
      const allows = rule.allows.filter(({ methods }) =>
        methods.some(({ name }) => covers(name, request.method)),
      );
      const scope = allows.length > 0 ? matchRule(rule, request.path, root) : undefined;
      if (!scope) continue;
      for (const { condition } of allows) {
        const outcome = decide(() => evaluator.evaluateCondition(condition, scope));
        if (outcome === true) return { allowed: true, reason: '' };
        reasons.push(`${outcome} for '${request.method}' @ L${condition.line}`);
      }
    }
    return { allowed: false, reason: reasons.join(', ') || 'No matching allow statements' };
  }
}

function decide(evaluate: () => boolean): boolean | string {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
}

function flatten(blocks: readonly MatchBlock[]): Rule[] {
  const inner = blocks.at(-1);
  if (!inner) return [];
  const own = { blocks, pattern: blocks.flatMap(({ pattern }) => pattern), allows: inner.allows };
  return [own, ...inner.matches.flatMap((block) => flatten([...blocks, block]))];
}

const covers = (allowed: string, method: string) =>
  allowed === method || (IMPLIED_METHODS.get(allowed)?.includes(method) ?? false);

/** The scope of the innermost block, which sees the captures and functions of the blocks around it. */
function matchRule(rule: Rule, path: readonly PathSegment[], root: Scope): Scope | undefined {
  const captured = matchPath(rule.pattern, path);
  if (!captured) return undefined;
  let scope = root;
  let position = 0;
  for (const { pattern, functions } of rule.blocks) {
    const variables = new Map<string, Binding>();
    for (const part of pattern) {
      const value = captured[position++];
      if (part.kind === 'capture') variables.set(part.name, value === undefined ? unbound : () => value);
    }
    scope = new Scope(scope, variables, functions);
  }
  return scope;
}
