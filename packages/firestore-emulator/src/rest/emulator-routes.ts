/** The emulator endpoints that firebase-tools and @firebase/rules-unit-testing use, and those of our tests. */
import { findRulesProblem } from '../access.ts';
import type { Backend } from '../service/backend.ts';
import type { CommitHold } from '../service/test-hooks.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { invalidPayload, isJsonObject, type Json, type JsonObject } from '../firestore-json.ts';

const RULES = /^projects\/[^/]+:securityRules$/;
const DOCUMENTS = /^projects\/[^/]+\/databases\/[^/]+(?=\/documents$)/;
const HOLD = /^projects\/[^/]+:holdCommits$/;
const USAGE = /^projects\/[^/]+:usage$/;

/** `path` follows `/emulator/v1/`. */
export function answerEmulatorRequest(
  { store, testHooks }: Backend,
  httpMethod: string,
  path: string,
  body: Json | undefined,
): Json {
  if (httpMethod === 'PUT' && RULES.test(path)) {
    const { file, ignoreErrors } = readRulesRequest(body);
    const description = findRulesProblem(file.content);
    if (description === undefined) return {};
    if (!ignoreErrors) throw invalidArgument(description);
    const sourcePosition = { fileName: file.name, line: 1, column: 1 };
    return { issues: [{ sourcePosition, description, severity: 'ERROR' }] };
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
  throw unimplemented(`${httpMethod} /emulator/v1/${path}`);
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
