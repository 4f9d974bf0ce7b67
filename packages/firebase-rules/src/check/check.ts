/** Finds the errors and warnings that Google's emulator reports for a rules file that parses. */
import { CallGraph } from './call-graph.ts';
import { ExpressionChecker } from './check-expression.ts';
import { packages } from '../functions/functions.ts';
import { toIssue, type Position, type RulesIssue } from '../syntax/issues.ts';
import { SERVICES, type ServiceName } from './services.ts';
import { StaticScope } from './static-scope.ts';
import type {
  FunctionDeclaration,
  MatchBlock,
  Name,
  PatternPart,
  RulesFile,
  ServiceBlock,
} from '../syntax/syntax.ts';

const MAX_PARAMETERS = 7;
const METHODS = new Set(['read', 'write', 'get', 'list', 'create', 'update', 'delete']);

export function checkRulesFile(file: RulesFile): RulesIssue[] {
  const checker = new FileChecker();
  checker.checkFile(file);
  return checker.issues.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

class FileChecker {
  readonly issues: RulesIssue[] = [];
  readonly #graph = new CallGraph();

  checkFile(file: RulesFile): void {
    const seen = new Set<string>();
    const fileScope = new StaticScope();
    for (const name of ['request', 'resource']) fileScope.addVariable(name);
    this.#declareFunctions(file.functions, fileScope);
    for (const service of file.services) {
      if (seen.has(service.name)) this.#error('Duplicate service name declaration.', service);
      seen.add(service.name);
      this.#checkService(service, fileScope);
    }
    this.#checkFunctions(file.functions, fileScope, file.services[0]?.name ?? '');
    this.issues.push(...this.#graph.findIssues());
  }

  #checkService(service: ServiceBlock, fileScope: StaticScope): void {
    if (!isServiceName(service.name)) this.#warn(`Invalid service name: ${service.name}.`, service);
    const scope = new StaticScope(fileScope);
    this.#declareFunctions(service.functions, scope);
    for (const match of service.matches) this.#checkMatch(match, scope, service.name, false);
    this.#checkFunctions(service.functions, scope, service.name);
  }

  #checkMatch(match: MatchBlock, outer: StaticScope, service: string, isBelowGlob: boolean): void {
    const scope = new StaticScope(outer);
    let hasGlob = isBelowGlob;
    for (const part of match.pattern) {
      this.#checkPart(part, scope, hasGlob);
      hasGlob ||= part.kind === 'capture' && part.isGlob;
    }
    this.#declareFunctions(match.functions, scope);
    for (const { methods, condition } of match.allows) {
      for (const method of methods) {
        if (!METHODS.has(method.name)) this.#warn(`Invalid method name: ${method.name}.`, method);
      }
      this.#expressions(service).check(condition, scope);
    }
    for (const inner of match.matches) this.#checkMatch(inner, scope, service, hasGlob);
    this.#checkFunctions(match.functions, scope, service);
  }

  #checkPart(part: PatternPart, scope: StaticScope, hasGlob: boolean): void {
    if (part.kind !== 'capture') return;
    if (part.isGlob && hasGlob) {
      this.#error(
        'Invalid glob match expression. Only one glob match is permitted in a match declaration path.',
        part,
      );
    }
    this.#rejectPackageName(part);
    if (!scope.addVariable(part.name))
      this.#error(`Variable ${part.name} already exists in the PathTemplate.`, part);
  }

  #declareFunctions(functions: readonly FunctionDeclaration[], scope: StaticScope): void {
    for (const declaration of functions) {
      this.#graph.add(declaration);
      if (!scope.addFunction(declaration))
        this.#error(`Function ${declaration.name} is already defined.`, declaration);
    }
  }

  #checkFunctions(functions: readonly FunctionDeclaration[], outer: StaticScope, service: string): void {
    for (const declaration of functions) this.#checkFunction(declaration, outer, service);
  }

  #checkFunction(declaration: FunctionDeclaration, outer: StaticScope, service: string): void {
    const scope = new StaticScope(outer);
    const expressions = this.#expressions(service, declaration);
    if (declaration.parameters.length > MAX_PARAMETERS) {
      this.#error(
        `Maximum allowed function arguments of ${MAX_PARAMETERS} for function ${declaration.name} is reached.`,
        declaration,
      );
    }
    const declared = declaration.parameters.map((name) => {
      this.#rejectPackageName(name);
      const variable = scope.addVariable(name.name);
      if (!variable) this.#error(`Variable ${name.name} is already defined.`, name);
      return { name, variable };
    });
    for (const name of declaration.variables) {
      this.#rejectPackageName(name);
      expressions.check(name.expression, scope);
      const variable = scope.addVariable(name.name);
      if (!variable)
        this.#error(`The identifier [${name.name}] is already bound in the current scope.`, name);
      declared.push({ name, variable });
    }
    expressions.check(declaration.result, scope);
    for (const { name, variable } of declared) {
      if (variable && !variable.isUsed) this.#warn(`Unused variable: ${name.name}.`, name);
    }
  }

  #expressions(service: string, caller?: FunctionDeclaration): ExpressionChecker {
    return new ExpressionChecker(
      this.issues,
      isServiceName(service) ? SERVICES[service] : undefined,
      (called) => this.#graph.addCall(caller, called),
    );
  }

  #rejectPackageName(name: Name): void {
    if (packages.has(name.name)) {
      this.#error(`${name.name} is a package and cannot be used as variable name.`, name);
    }
  }

  #error(description: string, position: Position): void {
    this.issues.push(toIssue('ERROR', description, position));
  }

  #warn(description: string, position: Position): void {
    this.issues.push(toIssue('WARNING', description, position));
  }
}

const isServiceName = (name: string): name is ServiceName => Object.hasOwn(SERVICES, name);
