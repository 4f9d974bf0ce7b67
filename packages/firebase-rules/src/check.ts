/** Refuses unknown names, wrong numbers of arguments and recursion, so that evaluation meets none of them. */
import { Scope } from './scope.ts';
import {
  RulesError,
  type Block,
  type Call,
  type Expression,
  type FunctionDeclaration,
  type Name,
} from './syntax.ts';

/** The functions of the service, which take a path. */
const SERVICE_FUNCTIONS = new Set(['firestore.exists', 'firestore.get']);

type Names = Scope<true>;

export const checkRules = (service: Block): void =>
  checkBlock(
    service,
    new Scope(undefined, new Map([['request', true] as const, ['resource', true] as const])),
  );

function checkBlock(block: Block, outer: Names, captured: readonly Name[] = []): void {
  refuseDuplicates(captured);
  refuseDuplicates(block.functions);
  const scope = new Scope(outer, toVariables(captured), block.functions);
  for (const declaration of block.functions) checkFunction(declaration, scope, []);
  for (const match of block.matches) {
    const inner = match.pattern.filter((part) => typeof part !== 'string');
    checkBlock(match, scope, inner);
    const seen = new Scope(scope, toVariables(inner), match.functions);
    for (const { condition } of match.allows) checkExpression(condition, seen, []);
  }
}

function checkFunction(
  declaration: FunctionDeclaration,
  declaredIn: Names,
  callers: readonly FunctionDeclaration[],
): void {
  if (callers.includes(declaration)) {
    throw new RulesError(`The function '${declaration.name}' calls itself.`, declaration);
  }
  const { parameters, variables, result } = declaration;
  refuseDuplicates([...parameters, ...variables]);
  const path = [...callers, declaration];
  let scope = new Scope(declaredIn, toVariables(parameters));
  for (const variable of variables) {
    checkExpression(variable.expression, scope, path);
    scope = new Scope(scope, toVariables([variable]));
  }
  checkExpression(result, scope, path);
}

function checkExpression(
  expression: Expression,
  scope: Names,
  callers: readonly FunctionDeclaration[],
): void {
  if (expression.kind === 'variable' && !scope.findVariable(expression.name)) {
    throw new RulesError(`The variable '${expression.name}' is unknown.`, expression);
  }
  if (expression.kind === 'call') checkCall(expression, scope, callers);
  for (const child of childrenOf(expression)) checkExpression(child, scope, callers);
}

function checkCall(call: Call, scope: Names, callers: readonly FunctionDeclaration[]): void {
  const found = scope.findFunction(call.name);
  if (!found && !SERVICE_FUNCTIONS.has(call.name)) {
    throw new RulesError(`The function '${call.name}()' is not supported.`, call);
  }
  const expected = found?.declaration.parameters.length ?? 1;
  if (call.arguments.length !== expected) {
    throw new RulesError(
      `The function '${call.name}()' takes another number of arguments: ${expected}.`,
      call,
    );
  }
  if (found) checkFunction(found.declaration, found.scope, callers);
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'member':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'call':
      return expression.arguments;
    case 'not':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'list':
      return expression.elements;
    default:
      return expression.parts.filter((part) => typeof part !== 'string');
  }
}

const toVariables = (names: readonly Name[]) => new Map(names.map(({ name }) => [name, true] as const));

function refuseDuplicates(names: readonly Name[]): void {
  for (const [index, each] of names.entries()) {
    if (names.findIndex(({ name }) => name === each.name) < index) {
      throw new RulesError(`'${each.name}' is already declared.`, each);
    }
  }
}
