import { compareForOrder } from './compare.ts';
import { areEqual, EvaluationError, isList, type RulesList, type RulesValue } from './rules-value.ts';

export type ConstraintOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | 'array-contains' | 'not-in';
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

export interface Condition {
  readonly operator: ConstraintOperator;
  /** A list for `not-in`. */
  readonly value: RulesValue;
}

/**
 * What a query says about a field whose value it leaves open. A comparison with it is true when one of its conditions
 * alone proves it, and an error otherwise: rules are not filters.
 */
export class Constraint {
  readonly conditions: readonly Condition[];
  constructor(conditions: readonly Condition[]) {
    this.conditions = conditions;
  }

  /** Whether every value that meets the conditions compares so. */
  prove(operator: Comparison, value: RulesValue): true {
    if (!this.conditions.some((condition) => implies(condition, operator, value))) throw unproven();
    return true;
  }

  proveContains(element: RulesValue): true {
    if (!this.conditions.some((condition) => contains(condition, [element]))) throw unproven();
    return true;
  }

  /** Unlike the others this is false when unproven. */
  hasAny(elements: RulesList): boolean {
    return this.conditions.some((condition) => contains(condition, elements));
  }
}

const unproven = () => new EvaluationError('The query does not prove this.');

/** What the rules call an integer, a float in the query says nothing about; the other way round it does. */
const saysSomething = (known: RulesValue, value: RulesValue) =>
  typeof value !== 'bigint' || typeof known !== 'number';
const isKnownEqual = (known: RulesValue, value: RulesValue) =>
  saysSomething(known, value) && areEqual(known, value);

const contains = ({ operator, value: known }: Condition, elements: RulesList) =>
  operator === 'array-contains' && elements.some((element) => isKnownEqual(known, element));

function implies(condition: Condition, operator: Comparison, value: RulesValue): boolean {
  const known = condition.value;
  if (operator === '==') return condition.operator === '==' && isKnownEqual(known, value);
  if (operator === '!=') return impliesUnequal(condition, value);
  const order = saysSomething(known, value) ? compareForOrder(known, value) : undefined;
  if (order === undefined) return false;
  const isBelow = operator === '<' || operator === '<=';
  const isStrictRule = operator === '<' || operator === '>';
  switch (condition.operator) {
    case '==':
      return (isBelow ? order < 0 : order > 0) || (order === 0 && !isStrictRule);
    case '<':
      return isBelow && order <= 0;
    case '<=':
      return isBelow && (order < 0 || (order === 0 && !isStrictRule));
    case '>':
      return !isBelow && order >= 0;
    case '>=':
      return !isBelow && (order > 0 || (order === 0 && !isStrictRule));
    default:
      return false;
  }
}

function impliesUnequal(condition: Condition, value: RulesValue): boolean {
  const { operator, value: known } = condition;
  // No condition but `== null` lets null through.
  if (value === null) return operator !== '==' || known !== null;
  switch (operator) {
    case '==':
      return !areEqual(known, value);
    case '!=':
      return isKnownEqual(known, value);
    case 'not-in':
      return isList(known) && known.some((element) => isKnownEqual(element, value));
    case 'array-contains':
      return false;
    default:
      return implies(condition, '<', value) || implies(condition, '>', value);
  }
}
