/** The emulator endpoints that firebase-tools and @firebase/rules-unit-testing use, and those of our tests. */
import { parseFirestoreRules } from '@portal/firebase-rules/firestore-rules';
import type { RulesIssue } from '@portal/firebase-rules/issues';
import type { Backend } from '../service/backend.ts';
import type { CommitHold } from '../service/test-hooks.ts';
import { invalidArgument, StatusError } from '../status.ts';
import {
  invalidPayload,
  isJsonObject,
  type Json,
  type JsonObject,
} from '@portal/firebase-rules/firestore-json';

const RULES = /^projects\/([^/]+):securityRules$/;
const DOCUMENTS = /^projects\/[^/]+\/databases\/[^/]+(?=\/documents$)/;
const HOLD = /^projects\/[^/]+:holdCommits$/;
const USAGE = /^projects\/[^/]+:usage$/;
const EXPORT = /^projects\/[^/]+:export$/;

/** `path` follows `/emulator/v1/`. Returns undefined for an unknown endpoint. */
export function answerEmulatorRequest(
  { store, access, testHooks }: Backend,
  httpMethod: string,
  path: string,
  body: Json | undefined,
): Json | undefined {
  const projectId = RULES.exec(path)?.[1];
  if (httpMethod === 'PUT' && projectId !== undefined) {
    const { file, ignoreErrors } = readRulesRequest(body);
    const { rules, issues } = parseFirestoreRules(file.content);
    if (rules) access.setRules(rules, projectId);
    else if (!ignoreErrors) throw rulesError(issues);
    return issues.length > 0 ? { issues: issues.map((issue) => printIssue(issue, file.name)) } : {};
  }
  const database = DOCUMENTS.exec(path)?.[0];
  if (httpMethod === 'DELETE' && database !== undefined) {
    store.clear(database);
    return {};
  }
  if (HOLD.test(path)) {
    if (httpMethod === 'PUT') testHooks.hold(readHold(body));
    if (httpMethod === 'DELETE') testHooks.release();
    return { held: testHooks.heldCount };
  }
  if (httpMethod === 'GET' && USAGE.test(path)) return { ...testHooks.usage };
  if (httpMethod === 'POST' && EXPORT.test(path)) {
    throw new StatusError('UNIMPLEMENTED', 'Exports are not supported. Use --data-dir to keep documents.');
  }
  return undefined;
}

function rulesError(issues: readonly RulesIssue[]): StatusError {
  const errors = issues.filter(({ severity }) => severity === 'ERROR');
  const lines = errors.map(({ line, column, description }) => `L${line}:${column} ${description}`);
  return invalidArgument(`Error compiling rules:\n${lines.join('\n')}`);
}

function readRulesRequest(body: Json | undefined) {
  const request: JsonObject = isJsonObject(body) ? body : {};
  const files = isJsonObject(request['rules']) ? request['rules']['files'] : undefined;
  const file = Array.isArray(files) ? files[0] : undefined;
  if (!isJsonObject(file) || typeof file['content'] !== 'string') throw invalidPayload();
  const name = typeof file['name'] === 'string' ? file['name'] : '';
  return { file: { name, content: file['content'] }, ignoreErrors: request['ignore_errors'] === true };
}

/** `{documents, field, value}`: `documents` is a regular expression that matches document names. */
function readHold(body: Json | undefined): CommitHold {
  const { documents, field, value } = isJsonObject(body) ? body : {};
  if (typeof documents !== 'string' || typeof field !== 'string' || typeof value !== 'string') {
    throw invalidPayload();
  }
  return { documents: new RegExp(documents), field, value };
}

const printIssue = ({ line, column, description, severity }: RulesIssue, fileName: string): Json => ({
  sourcePosition: { fileName, line, column },
  description,
  severity,
});
