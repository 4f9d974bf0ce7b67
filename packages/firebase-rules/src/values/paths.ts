import { toText, trim } from './conversions.ts';
import {
  EvaluationError,
  PathCapture,
  RulesPath,
  type PathSegment,
  type RulesMap,
  type RulesValue,
} from './rules-value.ts';

const CAPTURE = /^\{([A-Za-z_$][\w$]*)(=\*\*?)?\}$/;

/** `path('a/{b}')`. */
export function parsePathTemplate(text: string): RulesPath {
  if (text === '') throw new EvaluationError('Empty Path Template is not allowed.');
  return new RulesPath(
    text
      .replace(/^\//, '')
      .split('/')
      .map((segment) => parseSegment(trim(segment), text)),
  );
}

function parseSegment(segment: string, template: string): PathSegment {
  if (segment === '')
    throw new EvaluationError(`Invalid Path Template ${template}. Empty segment is not allowed.`);
  const [, name, suffix] = CAPTURE.exec(segment) ?? [];
  if (name !== undefined) return new PathCapture(name, suffix === '=**');
  if (segment.startsWith('{')) {
    throw new EvaluationError(`Invalid Path Template ${template}. The capture segment is not closed.`);
  }
  if (/%(?![0-9A-Fa-f]{2})/.test(segment)) throw new EvaluationError(`Unable to decode ${segment} to url.`);
  return decodeSegment(segment);
}

/** Decodes as in a form: `+` and `%20` are spaces. */
export function decodeSegment(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}

/** `path.bind(map)`: every key must name a capture. The captures that remain lose their names. */
export function bindPath(path: RulesPath, values: RulesMap): RulesPath {
  const names = new Set(path.segments.map((segment) => (segment instanceof PathCapture ? segment.name : '')));
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new EvaluationError(`Variable(s) ${unknown.join()} do not exist in the path template.`);
  }
  return new RulesPath(
    path.segments.flatMap((segment) => {
      const value = segment instanceof PathCapture ? values.get(segment.name) : undefined;
      if (!(segment instanceof PathCapture)) return [segment];
      return value === undefined ? [new PathCapture('', segment.isGlob)] : bindSegment(segment, value);
    }),
  );
}

function bindSegment(capture: PathCapture, value: RulesValue): readonly PathSegment[] {
  if (value === '')
    throw new EvaluationError(`Cannot bind empty value to path template variable ${capture.name}.`);
  if (!capture.isGlob) return [toText(value)];
  if (value instanceof RulesPath) return value.segments;
  throw new EvaluationError('Type error. Expected: [path].');
}

/** `/a/$(value)`: a path inserts all its segments, any other value is one segment. */
export const segmentsOf = (value: RulesValue): readonly PathSegment[] =>
  value instanceof RulesPath ? value.segments : [toText(value)];
