/** Translates a schema issue into the error of the Responses API. */
import type { z } from 'zod';
import type { Reply } from '../http/reply.ts';
import { invalidRequest } from './errors.ts';

export function describeIssue(issue: z.core.$ZodIssue): Reply {
  const param = formatPath(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const name = formatPath([...issue.path, issue.keys[0] ?? '']);
      return invalidRequest(`Unknown parameter: '${name}'.`, name, 'unknown_parameter');
    }
    case 'invalid_type':
      return issue.input === undefined
        ? invalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter')
        : invalidRequest(`Invalid type for '${param}': ${issue.message}.`, param, 'invalid_type');
    case 'invalid_value':
      return invalidRequest(
        `Invalid value for '${param}'. Supported values are: ${list(issue.values)}.`,
        param,
        'invalid_value',
      );
    case 'invalid_union':
      return 'options' in issue
        ? invalidRequest(
            `Invalid value for '${param}'. Supported values are: ${list(issue.options ?? [])}.`,
            param,
            'invalid_value',
          )
        : invalidRequest(`Invalid type for '${param}'.`, param, 'invalid_type');
    case 'too_small':
      return invalidRequest(
        `Invalid '${param}': ${issue.message}.`,
        param,
        nameLimit(issue.origin, param, 'below_min'),
      );
    case 'too_big':
      return invalidRequest(
        `Invalid '${param}': ${issue.message}.`,
        param,
        nameLimit(issue.origin, param, 'above_max'),
      );
    default:
      return invalidRequest(`Invalid '${param}': ${issue.message}.`, param, 'invalid_value');
  }
}

const decimals = new Set(['temperature', 'top_p']);

const nameLimit = (origin: string, param: string, side: string) =>
  origin === 'string' || origin === 'array'
    ? `${origin}_${side}_length`
    : `${decimals.has(param) ? 'decimal' : 'integer'}_${side}_value`;

const formatPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${String(step)}`,
    '',
  );

const list = (values: readonly unknown[]) => values.map((value) => `'${String(value)}'`).join(', ');
