/** Parses a rules file in version 2 of the language. Throws a RulesSyntaxError at the first error. */
import { RulesSyntaxError } from './issues.ts';
import { parseExpression } from './parse-expression.ts';
import { parsePattern } from './parse-path.ts';
import type {
  AllowStatement,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  Name,
  NamedExpression,
  RulesFile,
  ServiceBlock,
} from './syntax.ts';
import { TokenReader } from './token-reader.ts';

export function parseRulesFile(source: string): RulesFile {
  const reader = new TokenReader(source);
  parseVersion(reader);
  const functions: FunctionDeclaration[] = [];
  const services: ServiceBlock[] = [];
  do {
    if (reader.sees('import')) reader.fail('Import statements are not allowed.');
    if (reader.sees('function')) functions.push(parseFunction(reader));
    else if (reader.sees('service')) services.push(parseService(reader));
    else reader.failUnexpected();
  } while (reader.current.kind !== 'end');
  return { functions, services };
}

function parseVersion(reader: TokenReader): void {
  const start = reader.current;
  if (!reader.take('rules_version')) {
    throw new RulesSyntaxError(
      "Only version 2 of the rules language is supported: begin with rules_version = '2';",
      start,
    );
  }
  reader.expect('=');
  const version = reader.current;
  if (version.kind !== 'string') reader.failUnexpected();
  if (version.value !== '2') {
    throw new RulesSyntaxError(
      `Unsupported rules version ${String(version.value)}: only version 2 is supported.`,
      start,
    );
  }
  reader.advance();
  reader.take(';');
}

function parseService(reader: TokenReader): ServiceBlock {
  reader.expect('service');
  const { line, column, text } = reader.expectName();
  let name = text;
  while (reader.take('.')) name += `.${reader.expectMember().text}`;
  const functions: FunctionDeclaration[] = [];
  const matches: MatchBlock[] = [];
  parseBody(reader, 'service', () => {
    if (reader.sees('function')) functions.push(parseFunction(reader));
    else if (reader.sees('match')) matches.push(parseMatch(reader));
    else reader.failUnexpected();
  });
  return { name, functions, matches, line, column };
}

function parseMatch(reader: TokenReader): MatchBlock {
  const { line, column } = reader.expect('match');
  const pattern = parsePattern(reader);
  const functions: FunctionDeclaration[] = [];
  const allows: AllowStatement[] = [];
  const matches: MatchBlock[] = [];
  parseBody(reader, 'match', () => {
    if (reader.sees('function')) functions.push(parseFunction(reader));
    else if (reader.sees('match')) matches.push(parseMatch(reader));
    else if (reader.sees('allow')) allows.push(parseAllow(reader));
    else reader.failUnexpected();
  });
  return { pattern, functions, allows, matches, line, column };
}

function parseBody(reader: TokenReader, owner: string, parseDeclaration: () => void): void {
  reader.expect('{');
  if (reader.sees('}')) reader.fail(`The '${owner}' body must contain at least one declaration.`);
  while (!reader.take('}')) parseDeclaration();
}

function parseAllow(reader: TokenReader): AllowStatement {
  const { line, column } = reader.expect('allow');
  const methods: Name[] = [];
  do methods.push(parseName(reader));
  while (reader.take(','));
  let condition: Expression = { kind: 'literal', value: true, line, column };
  if (reader.take(':')) {
    if (!reader.take('if')) reader.fail("Missing 'if' before conditional expression.");
    condition = parseExpression(reader);
  }
  if (reader.sees('if')) reader.fail("Missing ':' before 'if' condition.");
  reader.take(';');
  return { methods, condition, line, column };
}

function parseFunction(reader: TokenReader): FunctionDeclaration {
  reader.expect('function');
  const { name, line, column } = parseName(reader);
  reader.expect('(');
  const parameters: Name[] = [];
  if (!reader.take(')')) {
    do parameters.push(parseName(reader));
    while (reader.take(','));
    reader.expect(')');
  }
  reader.expect('{');
  const variables: NamedExpression[] = [];
  while (reader.take('let')) {
    const variable = parseName(reader);
    reader.expect('=');
    variables.push({ ...variable, expression: parseExpression(reader) });
    reader.expect(';');
  }
  reader.expect('return');
  const result = parseExpression(reader);
  reader.take(';');
  reader.expect('}');
  return { name, parameters, variables, result, line, column };
}

function parseName(reader: TokenReader): Name {
  const { text, line, column } = reader.expectName();
  return { name: text, line, column };
}
