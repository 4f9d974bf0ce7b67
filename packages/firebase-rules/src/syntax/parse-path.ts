import { RulesSyntaxError, type Position } from './issues.ts';
import { decodeSegment } from '../values/paths.ts';
import type { Capture, Expression, PathPart, PatternPart } from './syntax.ts';
import type { TokenReader } from './token-reader.ts';

/** Any other slash is a division. */
export const seesPath = (reader: TokenReader): boolean =>
  reader.current.kind === 'segment' ||
  (reader.sees('/') && (reader.following.text === '$(' || reader.following.text === '{'));

/** A path in an expression: `/a/$(b)/{c}`. */
export function parsePathParts(reader: TokenReader, parseInner: () => Expression): PathPart[] {
  const parts: PathPart[] = [];
  while (seesPath(reader)) {
    const { line, column } = reader.current;
    const place = { line, column };
    const text = reader.current.kind === 'segment' ? reader.current.text : undefined;
    reader.advance();
    if (text !== undefined) {
      parts.push({ kind: 'segment', text: decodeSegment(text), ...place });
    } else if (reader.take('$(')) {
      parts.push({ kind: 'expression', expression: parseInner(), ...place });
      reader.expect(')');
    } else {
      parts.push({ ...parseCapture(reader, place), ...place });
    }
  }
  return parts;
}

/** The path of a `match`. */
export function parsePattern(reader: TokenReader): PatternPart[] {
  const parts: PatternPart[] = [];
  const refuse = () => reader.fail("'$(…)' is not allowed in the path of a match.");
  for (const part of parsePathParts(reader, refuse)) {
    if (part.kind !== 'expression') parts.push(part);
  }
  if (parts.length === 0) reader.failUnexpected();
  return parts;
}

function parseCapture(reader: TokenReader, slash: Position): Capture {
  if (!reader.take('{') || !reader.seesName()) {
    throw new RulesSyntaxError("Forward slash '/' found where identifier or binding expected.", slash);
  }
  const name = reader.expectName().text;
  let isGlob = false;
  if (reader.take('=')) {
    isGlob = reader.take('**');
    if (!isGlob) reader.expect('*');
  }
  reader.expect('}');
  return { kind: 'capture', name, isGlob };
}
