/** Evaluates expressions of rules that passed checkRules. */
import { compare, EvaluationError, getElement, RulesPath, typeOf, type RulesValue } from './rules-value.ts';
import { Scope } from './scope.ts';
import type { BinaryOperator, Call, Expression } from './syntax.ts';

/** `firestore.get` and `firestore.exists`. */
export type CallService = (name: string, path: RulesPath) => Promise<RulesValue>;

/** A variable whose expression failed. The error counts where the variable is used. */
export type Variables = Scope<{ readonly value: RulesValue } | EvaluationError>;

export class Evaluator {
  readonly #callService: CallService;

  constructor(callService: CallService) {
    this.#callService = callService;
  }

  async evaluateCondition(expression: Expression, scope: Variables): Promise<boolean> {
    const value = await this.#evaluate(expression, scope);
    if (typeof value === 'boolean') return value;
    throw new EvaluationError(`A condition is a ${typeOf(value)} instead of a boolean.`);
  }

  async #evaluate(expression: Expression, scope: Variables): Promise<RulesValue> {
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'variable': {
        const variable = scope.findVariable(expression.name);
        if (!variable || variable instanceof EvaluationError) throw variable ?? new EvaluationError();
        return variable.value;
      }
      case 'member':
        return getElement(await this.#evaluate(expression.object, scope), expression.name);
      case 'index':
        return getElement(
          await this.#evaluate(expression.object, scope),
          await this.#evaluate(expression.index, scope),
        );
      case 'call':
        return this.#call(expression, scope);
      case 'not':
        return !(await this.evaluateCondition(expression.operand, scope));
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '||' || operator === '&&') return this.#decide(operator, left, right, scope);
        return compare(operator, await this.#evaluate(left, scope), await this.#evaluate(right, scope));
      }
      case 'list':
        return this.#evaluateAll(expression.elements, scope);
      default: {
        const segments: string[] = [];
        for (const part of expression.parts) {
          segments.push(typeof part === 'string' ? part : toSegment(await this.#evaluate(part, scope)));
        }
        return new RulesPath(segments);
      }
    }
  }

  /** An error on one side does not matter if the other side decides. */
  async #decide(operator: BinaryOperator, left: Expression, right: Expression, scope: Variables) {
    const deciding = operator === '||';
    const first = await catchError(this.evaluateCondition(left, scope));
    if (first === deciding) return deciding;
    const second = await this.evaluateCondition(right, scope);
    if (second !== deciding && first instanceof EvaluationError) throw first;
    return second;
  }

  async #call(call: Call, scope: Variables): Promise<RulesValue> {
    const found = scope.findFunction(call.name);
    if (!found) {
      const [path = null] = await this.#evaluateAll(call.arguments, scope);
      if (path instanceof RulesPath) return this.#callService(call.name, path);
      throw new EvaluationError(`${call.name}() needs a path instead of a ${typeOf(path)}.`);
    }
    const { parameters, variables, result } = found.declaration;
    let inner: Variables = new Scope(found.scope, new Map());
    for (const [index, { name }] of parameters.entries()) {
      const argument = call.arguments[index];
      if (argument) inner = new Scope(inner, new Map([[name, await this.#bind(argument, scope)]]));
    }
    for (const { name, expression } of variables) {
      inner = new Scope(inner, new Map([[name, await this.#bind(expression, inner)]]));
    }
    return this.#evaluate(result, inner);
  }

  #bind(expression: Expression, scope: Variables) {
    return catchError(this.#evaluate(expression, scope).then((value) => ({ value })));
  }

  async #evaluateAll(expressions: readonly Expression[], scope: Variables): Promise<RulesValue[]> {
    const values: RulesValue[] = [];
    for (const expression of expressions) values.push(await this.#evaluate(expression, scope));
    return values;
  }
}

const catchError = <Result>(attempt: Promise<Result>): Promise<Result | EvaluationError> =>
  attempt.catch((error: unknown) => {
    if (error instanceof EvaluationError) return error;
    throw error;
  });

function toSegment(value: RulesValue): string {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value);
  throw new EvaluationError(`A ${typeOf(value)} cannot be a segment of a path.`);
}
