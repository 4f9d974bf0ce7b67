/** Parses storage rules in version 2 of the language. Throws a RulesError at the first problem. */
import { ExpressionParser } from './parse-expression.ts';
import { RulesError } from './syntax.ts';
import type { AllowStatement, Block, FunctionDeclaration, MatchBlock, Name } from './syntax.ts';

const SERVICE = 'firebase.storage';
const METHODS = new Set(['get', 'create', 'update', 'delete', 'write']);

/** The content of the service's block. */
export const parseRules = (source: string): Block => new RulesParser(source).parse();

class RulesParser extends ExpressionParser {
  parse(): Block {
    this.#parseVersion();
    this.expect('service');
    const start = this.expectName();
    let name = start.text;
    while (this.take('.')) name += `.${this.expectWord().text}`;
    if (name !== SERVICE) throw new RulesError(`The service ${name} is not supported.`, start);
    const content = this.#parseBody(false);
    if (this.current.kind !== 'end') this.failUnexpected();
    return content;
  }

  #parseVersion(): void {
    const start = this.current;
    const hasVersion = this.take('rules_version') && this.take('=') && this.current.kind === 'string';
    if (!hasVersion || this.advance().text !== '2') {
      throw new RulesError("The file has to begin with rules_version = '2';", start);
    }
    this.take(';');
  }

  #parseBody(mayAllow: boolean): Block & { allows: AllowStatement[] } {
    const functions: FunctionDeclaration[] = [];
    const matches: MatchBlock[] = [];
    const allows: AllowStatement[] = [];
    this.expect('{');
    while (!this.take('}')) {
      if (this.take('function')) functions.push(this.#parseFunction());
      else if (this.take('match')) matches.push(this.#parseMatch());
      else if (mayAllow && this.take('allow')) allows.push(this.#parseAllow());
      else this.failUnexpected();
    }
    return { functions, matches, allows };
  }

  #parseMatch(): MatchBlock {
    const pattern: (string | Name)[] = [];
    while (!this.sees('{')) {
      if (this.current.kind === 'segment') {
        pattern.push(this.advance().text);
      } else {
        this.expect('/');
        this.expect('{');
        pattern.push(this.#parseName());
        if (this.sees('=')) this.fail("'{name=**}' is not supported.");
        this.expect('}');
      }
    }
    return { pattern, ...this.#parseBody(true) };
  }

  #parseAllow(): AllowStatement {
    const methods: Name[] = [];
    do {
      const method = this.#parseName();
      if (!METHODS.has(method.name)) {
        throw new RulesError(`The method '${method.name}' is not supported.`, method);
      }
      methods.push(method);
    } while (this.take(','));
    this.expect(':');
    this.expect('if');
    const condition = this.parseExpression();
    this.expect(';');
    return { methods, condition };
  }

  #parseFunction(): FunctionDeclaration {
    const name = this.#parseName();
    this.expect('(');
    const parameters: Name[] = [];
    while (!this.take(')')) {
      parameters.push(this.#parseName());
      if (!this.sees(')')) this.expect(',');
    }
    this.expect('{');
    const variables: FunctionDeclaration['variables'][number][] = [];
    while (this.take('let')) {
      const variable = this.#parseName();
      this.expect('=');
      variables.push({ ...variable, expression: this.parseExpression() });
      this.expect(';');
    }
    this.expect('return');
    const result = this.parseExpression();
    this.expect(';');
    this.expect('}');
    return { ...name, parameters, variables, result };
  }

  #parseName(): Name {
    const { text, line, column } = this.expectName();
    return { name: text, line, column };
  }
}
