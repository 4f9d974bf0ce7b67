import type { Overload } from '../functions/builtin.ts';
import { findMethod } from '../evaluate/evaluate.ts';
import { globalFunctions, packages } from '../functions/functions.ts';
import { toIssue, type Position, type RulesIssue } from '../syntax/issues.ts';
import { findPatternProblem } from '../functions/regular-expression.ts';
import type { ServiceSignature } from './services.ts';
import type { StaticScope } from './static-scope.ts';
import type { Call, Expression, FunctionDeclaration } from '../syntax/syntax.ts';

const MAX_DEPTH = 99;
/** Methods whose first argument is a pattern that Google checks when it loads the rules. */
const PATTERN_METHODS = new Set(['matches', 'split']);

export class ExpressionChecker {
  readonly #issues: RulesIssue[];
  readonly #service: ServiceSignature | undefined;
  readonly #onCall: (called: FunctionDeclaration) => void;

  constructor(
    issues: RulesIssue[],
    service: ServiceSignature | undefined,
    onCall: (called: FunctionDeclaration) => void,
  ) {
    this.#issues = issues;
    this.#service = service;
    this.#onCall = onCall;
  }

  check(expression: Expression, scope: StaticScope, depth = 1): void {
    if (depth > MAX_DEPTH) {
      this.#error('Expression is too complex to evaluate safely.', expression);
      return;
    }
    if (expression.kind === 'variable') this.#checkVariable(expression, scope);
    if (expression.kind === 'call') this.#checkCall(expression, scope);
    // A chain of members counts as one level.
    const isLink = expression.kind === 'member' || expression.kind === 'index';
    for (const child of this.#childrenOf(expression)) this.check(child, scope, isLink ? depth : depth + 1);
  }

  #childrenOf(expression: Expression): readonly Expression[] {
    switch (expression.kind) {
      case 'literal':
      case 'variable':
        return [];
      case 'group':
        return [expression.inner];
      case 'member':
        return [expression.object];
      case 'index':
        return [expression.object, expression.index];
      case 'range':
        return [expression.object, expression.from, expression.to].filter((child) => child !== undefined);
      case 'call':
        return expression.object && !this.#isPackage(expression.object)
          ? [expression.object, ...expression.arguments]
          : expression.arguments;
      case 'unary':
      case 'is':
        return [expression.operand];
      case 'binary':
        return [expression.left, expression.right];
      case 'conditional':
        return [expression.condition, expression.whenTrue, expression.whenFalse];
      case 'list':
        return expression.elements;
      case 'map':
        return expression.entries.flatMap(({ key, value }) => [key, value]);
      default:
        return expression.parts.flatMap((part) => (part.kind === 'expression' ? [part.expression] : []));
    }
  }

  #checkVariable({ name, ...position }: { name: string } & Position, scope: StaticScope): void {
    const declared = scope.findVariable(name);
    if (declared) declared.isUsed = true;
    else if (packages.has(name))
      this.#error(`${name} is a package and cannot be used as variable name.`, position);
    else this.#warn(`Invalid variable name: ${name}.`, position);
  }

  #checkCall(call: Call, scope: StaticScope): void {
    const { name, object, namePosition } = call;
    const declared = object ? undefined : scope.findFunction(name);
    if (declared) {
      this.#onCall(declared);
      this.#checkCount(call, [declared.parameters.length]);
      return;
    }
    const counts = this.#countsOf(call);
    const fullName = object?.kind === 'variable' && this.#isPackage(object) ? `${object.name}.${name}` : name;
    if (counts.length === 0) this.#warn(`Invalid function name: ${fullName}.`, namePosition);
    else this.#checkCount(call, counts);
    if (PATTERN_METHODS.has(name) && object) this.#checkPattern(call.arguments[0]);
  }

  #checkCount(call: Call, counts: readonly number[]): void {
    if (!counts.includes(call.arguments.length)) {
      this.#warn(`Incorrect number of arguments supplied to function: ${call.name}.`, call.namePosition);
    }
  }

  /** The allowed numbers of arguments; empty if there is no such function or method. */
  #countsOf({ name, object }: Call): readonly number[] {
    if (!object) {
      const added = name === 'debug' ? 1 : own(this.#service?.functions, name);
      return added === undefined ? countParameters(own(globalFunctions, name)) : [added];
    }
    if (object.kind !== 'variable' || !this.#isPackage(object)) {
      return countParameters(findMethod(name)).map((count) => count - 1);
    }
    const added = own(own(this.#service?.packages, object.name), name);
    return added === undefined ? countParameters(own(packages.get(object.name), name)) : [added];
  }

  #isPackage(object: Expression): boolean {
    if (object.kind !== 'variable') return false;
    return packages.has(object.name) || own(this.#service?.packages, object.name) !== undefined;
  }

  #checkPattern(argument: Expression | undefined): void {
    if (argument?.kind === 'group') return this.#checkPattern(argument.inner);
    if (argument?.kind !== 'literal' || typeof argument.value !== 'string') return;
    const problem = findPatternProblem(argument.value);
    if (problem !== undefined) this.#error(problem, argument);
  }

  #error(description: string, position: Position): void {
    this.#issues.push(toIssue('ERROR', description, position));
  }

  #warn(description: string, position: Position): void {
    this.#issues.push(toIssue('WARNING', description, position));
  }
}

const countParameters = (overloads: readonly Overload[] = []) => overloads.map(({ types }) => types.length);
const own = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined;
