/** Evaluates an expression. Errors are thrown as EvaluationError; `||` and `&&` ignore one if their other side decides. */
import { callFunction, callMethod, type Builtins, type Overload } from '../functions/builtin.ts';
import { collectionMethods } from '../functions/collection-methods.ts';
import { globalFunctions, locationMethods, packages } from '../functions/functions.ts';
import { applyBinary, getElement, getMember, getRange, negate } from './operators.ts';
import { segmentsOf } from '../values/paths.ts';
import { Scope, evaluateNow, type Binding } from './scope.ts';
import type { Call, Expression, FunctionDeclaration, PathPart } from '../syntax/syntax.ts';
import { textMethods } from '../functions/text-methods.ts';
import { timeMethods } from '../functions/time-methods.ts';
import { isOfType, typeOf } from '../values/types.ts';
import {
  EvaluationError,
  PathCapture,
  RulesPath,
  type PathSegment,
  type RulesValue,
} from '../values/rules-value.ts';

/** The methods of all types, by name. */
const METHODS = new Map<string, readonly Overload[]>();
for (const table of [textMethods, collectionMethods, timeMethods, locationMethods]) {
  for (const [name, overloads] of Object.entries(table)) {
    METHODS.set(name, [...(METHODS.get(name) ?? []), ...overloads]);
  }
}
export const findMethod = (name: string): readonly Overload[] => METHODS.get(name) ?? [];

/** The functions that a service adds to the language: `get` and `exists`, globally or in a package. */
export interface ServiceFunctions {
  readonly functions: Builtins;
  readonly packages: ReadonlyMap<string, Builtins>;
}

/** How many expressions one request may evaluate. After that, every expression is an error. */
const MAX_EVALUATIONS = 1000;

export class Evaluator {
  #evaluations = 0;
  readonly #functions: Builtins;
  readonly #packages: ReadonlyMap<string, Builtins>;

  constructor(service: ServiceFunctions) {
    this.#functions = { ...globalFunctions, ...service.functions };
    this.#packages = new Map([...packages, ...service.packages]);
  }

  evaluateCondition(expression: Expression, scope: Scope): boolean {
    return toBoolean(this.evaluate(expression, scope));
  }

  evaluate(expression: Expression, scope: Scope): RulesValue {
    if (expression.kind === 'group') return this.evaluate(expression.inner, scope);
    this.#count(1);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'variable':
        return scope.getVariable(expression.name);
      case 'member':
        return getMember(this.evaluate(expression.object, scope), expression.name);
      case 'index':
        return getElement(this.evaluate(expression.object, scope), this.evaluate(expression.index, scope));
      case 'range':
        return getRange(
          this.evaluate(expression.object, scope),
          expression.from ? this.evaluate(expression.from, scope) : null,
          expression.to ? this.evaluate(expression.to, scope) : null,
        );
      case 'call':
        return this.#call(expression, scope);
      case 'unary':
        return negate(expression.operator, this.evaluate(expression.operand, scope));
      case 'binary':
        return this.#evaluateBinary(expression, scope);
      case 'is':
        this.#count(1);
        return isOfType(this.evaluate(expression.operand, scope), expression.type);
      case 'conditional': {
        const isTrue = this.evaluateCondition(expression.condition, scope);
        this.#count(isTrue ? 1 : 3);
        return this.evaluate(isTrue ? expression.whenTrue : expression.whenFalse, scope);
      }
      case 'list':
        return expression.elements.map((element) => this.evaluate(element, scope));
      case 'map':
        return new Map(
          expression.entries.map(({ key, value }) => [this.#toKey(key, scope), this.evaluate(value, scope)]),
        );
      default:
        return new RulesPath(expression.parts.flatMap((part) => this.#toSegments(part, scope)));
    }
  }

  #evaluateBinary(
    { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
    scope: Scope,
  ): RulesValue {
    if (operator !== '||' && operator !== '&&') {
      return applyBinary(operator, this.evaluate(left, scope), this.evaluate(right, scope));
    }
    const deciding = operator === '||';
    const first = this.#tryCondition(left, scope);
    if (first === deciding) return deciding;
    this.#count(1);
    const second = this.evaluateCondition(right, scope);
    if (second === deciding || !(first instanceof EvaluationError)) return second;
    throw first;
  }

  #tryCondition(expression: Expression, scope: Scope): boolean | EvaluationError {
    try {
      return this.evaluateCondition(expression, scope);
    } catch (error) {
      if (error instanceof EvaluationError) return error;
      throw error;
    }
  }

  #call(call: Call, scope: Scope): RulesValue {
    const { name, object } = call;
    if (!object) {
      const declared = scope.findFunction(name);
      if (declared) return this.#callDeclared(declared, call, scope);
      const values = call.arguments.map((argument) => this.evaluate(argument, scope));
      if (name === 'debug' && values[0] !== undefined) return values[0];
      return callFunction(name, ownValue(this.#functions, name), values);
    }
    const members = object.kind === 'variable' ? this.#packages.get(object.name) : undefined;
    if (object.kind === 'variable' && members) {
      const values = call.arguments.map((argument) => this.evaluate(argument, scope));
      return callFunction(`${object.name}.${name}`, ownValue(members, name), values);
    }
    const receiver = this.evaluate(object, scope);
    return callMethod(
      name,
      findMethod(name),
      receiver,
      call.arguments.map((argument) => this.evaluate(argument, scope)),
    );
  }

  #callDeclared(
    { declaration, scope: declaredIn }: { declaration: FunctionDeclaration; scope: Scope },
    call: Call,
    scope: Scope,
  ): RulesValue {
    const { parameters, variables, result } = declaration;
    if (parameters.length !== call.arguments.length) {
      throw new EvaluationError(
        `Incorrect number of arguments. Received: ${call.arguments.length}. Expected: ${call.name}(${parameters.map(({ name }) => name).join(', ')}).`,
      );
    }
    const bindings = call.arguments.map((argument, index): [string, Binding] => [
      parameters[index]?.name ?? '',
      evaluateNow(() => this.evaluate(argument, scope)),
    ]);
    let inner = new Scope(declaredIn, new Map(bindings));
    for (const { name, expression } of variables) {
      const before = inner;
      this.#count(1);
      inner = new Scope(before, new Map([[name, evaluateNow(() => this.evaluate(expression, before))]]));
    }
    return this.evaluate(result, inner);
  }

  /** Counts as Google does, whose internal form of some expressions has more parts. */
  #count(evaluations: number): void {
    this.#evaluations += evaluations;
    if (this.#evaluations > MAX_EVALUATIONS) {
      throw new EvaluationError(
        `Unable to evaluate the expression as the maximum of ${MAX_EVALUATIONS} expressions to evaluate has been reached.`,
      );
    }
  }

  #toKey(expression: Expression, scope: Scope): string {
    const key = this.evaluate(expression, scope);
    if (typeof key === 'string') return key;
    throw new EvaluationError(`Type error. Received: [${typeOf(key)}] Expected: [string].`);
  }

  #toSegments(part: PathPart, scope: Scope): readonly PathSegment[] {
    if (part.kind === 'expression') return segmentsOf(this.evaluate(part.expression, scope));
    this.#count(1);
    return [part.kind === 'segment' ? part.text : new PathCapture(part.name, part.isGlob)];
  }
}

const ownValue = (table: Builtins, name: string) => (Object.hasOwn(table, name) ? table[name] : undefined);

function toBoolean(value: RulesValue): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`Type error. Received: [${typeOf(value)}] Expected: [bool].`);
}
