/** What firebase-tools and @firebase/rules-unit-testing ask of an emulator, beside the API. */
import { parseFirestoreRules } from '@portal/firebase-rules/firestore-rules';
import type { RulesIssue } from '@portal/firebase-rules/issues';
import type { Backend } from '../service/backend.ts';
import type { CommitHold } from '../service/rehearsal.ts';
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

/** `path` is what follows `/emulator/v1/`; undefined where there is no such thing. */
export function answerEmulatorRequest(
  { store, access, rehearsal }: Backend,
  httpMethod: string,
  path: string,
  body: Json | undefined,
): Json | undefined {
  const projectId = RULES.exec(path)?.[1];
  if (httpMethod === 'PUT' && projectId !== undefined) {
    const { file, ignoreErrors } = readRulesRequest(body);
    const { rules, issues } = parseFirestoreRules(file.content);
    if (rules) access.setRules(rules, projectId);
    else if (!ignoreErrors) throw refuseRules(issues);
    return issues.length > 0 ? { issues: issues.map((issue) => printIssue(issue, file.name)) } : {};
  }
  const database = DOCUMENTS.exec(path)?.[0];
  if (httpMethod === 'DELETE' && database !== undefined) {
    store.clear(database);
    return {};
  }
  if (HOLD.test(path)) {
    if (httpMethod === 'PUT') rehearsal.hold(readHold(body));
    if (httpMethod === 'DELETE') rehearsal.release();
    return { held: rehearsal.heldCount };
  }
  if (httpMethod === 'GET' && USAGE.test(path)) return { ...rehearsal.usage };
  if (httpMethod === 'POST' && EXPORT.test(path)) {
    throw new StatusError(
      'UNIMPLEMENTED',
      'This Firestore server does not export: its data directory keeps the documents.',
    );
  }
  return undefined;
}

function refuseRules(issues: readonly RulesIssue[]): StatusError {
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

/** `{documents, field, value}`: documents is a regular expression for their names. */
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
