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
 * A field that a query restricts without fixing its value. A comparison is true if one of the conditions proves it, and
 * an error otherwise: rules are not filters.
 */
export class Constraint {
  readonly conditions: readonly Condition[];
  constructor(conditions: readonly Condition[]) {
    this.conditions = conditions;
  }

  /** Returns true if the comparison holds for every value that meets the conditions, else throws. */
  prove(operator: Comparison, value: RulesValue): true {
    if (!this.conditions.some((condition) => implies(condition, operator, value))) throw unproven();
    return true;
  }

  proveContains(element: RulesValue): true {
    if (!this.conditions.some((condition) => contains(condition, [element]))) throw unproven();
    return true;
  }

  /** Unlike the others, returns false when unproven. */
  hasAny(elements: RulesList): boolean {
    return this.conditions.some((condition) => contains(condition, elements));
  }
}

const unproven = () => new EvaluationError('The query does not prove this.');

/** A float in the query proves nothing about an integer in the rules; the reverse does. */
const isComparable = (known: RulesValue, value: RulesValue) =>
  typeof value !== 'bigint' || typeof known !== 'number';
const isKnownEqual = (known: RulesValue, value: RulesValue) =>
  isComparable(known, value) && areEqual(known, value);

const contains = ({ operator, value: known }: Condition, elements: RulesList) =>
  operator === 'array-contains' && elements.some((element) => isKnownEqual(known, element));

function implies(condition: Condition, operator: Comparison, value: RulesValue): boolean {
  const known = condition.value;
  if (operator === '==') return condition.operator === '==' && isKnownEqual(known, value);
  if (operator === '!=') return impliesUnequal(condition, value);
  const order = isComparable(known, value) ? compareForOrder(known, value) : undefined;
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
  // Only `== null` matches null.
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
