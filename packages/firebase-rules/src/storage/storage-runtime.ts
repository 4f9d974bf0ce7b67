/**
 * Replaces Google's rules runtime for the Storage emulator of firebase-tools. Each message is one line of JSON. It loads
 * rulesets, decides on requests, and asks for the Firestore documents that the rules read.
 */
import {
  isJsonObject,
  parseFields,
  parseString,
  toJsonObject,
  type Json,
  type JsonObject,
} from '../firestore-json.ts';
import type { RulesDocument } from '../values/document-value.ts';
import { fromExpressionValue } from './expression-value.ts';
import { parseStorageRules, type StorageAccess, type StorageRules } from './storage-rules.ts';
import { isMap } from '../values/rules-value.ts';

const METHODS: readonly StorageAccess['method'][] = [
  'get',
  'list',
  'create',
  'update',
  'delete',
  'read',
  'write',
];

export class StorageRuntime {
  readonly #send: (message: JsonObject) => void;
  readonly #rulesets = new Map<string, StorageRules>();
  /** Callbacks that wait for a document, by request id. */
  readonly #pending = new Map<number, (answer: JsonObject) => void>();

  constructor(send: (message: JsonObject) => void) {
    this.#send = send;
  }

  start(): void {
    this.#send({ id: -1, status: 'ok', action: 'start' });
  }

  async receive(line: string): Promise<void> {
    const message = parseLine(line);
    if (!isJsonObject(message) || typeof message['id'] !== 'number') return;
    const { id, action } = message;
    const resume = action === undefined ? this.#pending.get(id) : undefined;
    if (resume) {
      this.#pending.delete(id);
      resume(message);
      return;
    }
    const outcome = await this.#answer(id, message).catch((error: unknown) => ({ errors: [String(error)] }));
    this.#send({ id, status: 'ok', action: action ?? null, errors: [], warnings: [], ...outcome });
  }

  async #answer(id: number, { action, context }: JsonObject): Promise<JsonObject> {
    if (action === 'load_ruleset') return this.#load(toJsonObject(context));
    if (action === 'verify') return this.#verify(id, toJsonObject(context));
    return { errors: ['The action is unknown.'] };
  }

  #load({ rulesetName = '', source }: JsonObject): JsonObject {
    const { files = [] } = toJsonObject(source);
    if (!Array.isArray(files) || files.length !== 1) return { errors: ['A ruleset must be one file.'] };
    const { name = '', content = '' } = toJsonObject(files[0]);
    const { rules, issues } = parseStorageRules(parseString(content));
    if (rules) this.#rulesets.set(parseString(rulesetName), rules);
    const described = issues.map(({ severity, line, column, description }) => ({
      severity,
      text: `${parseString(name)}:${line}:${column} - ${severity} ${description}`,
    }));
    const textsOf = (wanted: string) =>
      described.filter(({ severity }) => severity === wanted).map(({ text }) => text);
    return { errors: textsOf('ERROR'), warnings: textsOf('WARNING'), result: { rulesVersion: 2 } };
  }

  async #verify(id: number, context: JsonObject): Promise<JsonObject> {
    const rules = this.#rulesets.get(parseString(context['rulesetName'] ?? ''));
    if (!rules) return { errors: ['The ruleset is not loaded.'] };
    const method = METHODS.find((candidate) => candidate === context['method']);
    if (!method) return { errors: ['The method is unknown.'] };
    const { delimiter } = context;
    const variables = toJsonObject(context['variables']);
    const request = fromExpressionValue(variables['request']);
    if (!isMap(request)) return { errors: ['The variable `request` must be a map.'] };
    const { allowed } = await rules.authorize({
      method,
      path: parseString(context['path'] ?? ''),
      delimiter: typeof delimiter === 'string' ? delimiter : undefined,
      request,
      resource: fromExpressionValue(variables['resource']),
      readDocument: (path) => this.#fetch(id, path),
    });
    return { result: { permit: allowed } };
  }

  /** firebase-tools responds with the same id, and expects the decision under it. */
  #fetch(id: number, path: string): Promise<RulesDocument | undefined> {
    return new Promise((resolve) => {
      this.#pending.set(id, ({ status, result }) =>
        resolve(status === 'ok' ? parseDocument(result) : undefined),
      );
      const request = { id, server_request_id: id, action: 'fetch_firestore_document', context: { path } };
      this.#send({ ...request, status: 'ok', errors: [], warnings: [] });
    });
  }
}

/** Returns undefined for invalid JSON. */
function parseLine(line: string): Json | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parseDocument(json: Json | undefined): RulesDocument {
  const { name = '', fields = {} } = toJsonObject(json);
  return { name: parseString(name), fields: parseFields(fields) };
}
