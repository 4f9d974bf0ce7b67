/** Parses a request, and rejects it as the service does. */
import type { z } from 'zod';
import { RejectedRequest, type Reply } from '../http/reply.ts';
import { invalidRequest, openAiError } from './errors.ts';

/** `body`: undefined if it is malformed. */
export function readRequest<Schema extends z.ZodType>(body: unknown, schema: Schema): z.infer<Schema> {
  if (typeof body !== 'object' || body === null) {
    const message = 'We could not parse the body of your request.';
    throw new RejectedRequest(openAiError(400, { message, type: 'invalid_request_error' }));
  }
  const request = schema.safeParse(body, { reportInput: true });
  if (request.success) return request.data;
  const [issue] = request.error.issues;
  throw new RejectedRequest(
    issue ? describeIssue(issue) : invalidRequest('Invalid body.', null, 'invalid_value'),
  );
}

function describeIssue(issue: z.core.$ZodIssue): Reply {
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
    case 'too_small':
      return invalidRequest(
        `Invalid '${param}': ${issue.message}.`,
        param,
        nameLimit(issue.origin, 'below_min'),
      );
    case 'too_big':
      return invalidRequest(
        `Invalid '${param}': ${issue.message}.`,
        param,
        nameLimit(issue.origin, 'above_max'),
      );
    default:
      return invalidRequest(`Invalid '${param}': ${issue.message}.`, param, 'invalid_value');
  }
}

const nameLimit = (origin: string, side: string) =>
  origin === 'string' || origin === 'array' ? `${origin}_${side}_length` : `integer_${side}_value`;

const formatPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${String(step)}`,
    '',
  );

const list = (values: readonly unknown[]) => values.map((value) => `'${String(value)}'`).join(', ');
