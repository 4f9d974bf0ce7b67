/**
 * Replaces Google's rules runtime for the Storage emulator of firebase-tools. Each message is one line of JSON. It loads
 * rulesets, decides on requests, and asks for the Firestore documents that the rules read.
 */
import { parseFields, parseValue, toObject, toText, type Json, type JsonObject } from './json-value.ts';
import { isMap, type RulesMap } from './rules-value.ts';
import { parseStorageRules, type StorageRules } from './storage-rules.ts';
import { RulesError } from './syntax.ts';

export class StorageRuntime {
  readonly #send: (message: JsonObject) => void;
  readonly #rulesets = new Map<string, StorageRules>();
  /** Callbacks that wait for a document, by request id. */
  readonly #pending = new Map<number, (response: JsonObject) => void>();

  constructor(send: (message: JsonObject) => void) {
    this.#send = send;
  }

  start(): void {
    this.#send({ id: -1, status: 'ok', action: 'start' });
  }

  async receive(line: string): Promise<void> {
    const message = parseLine(line);
    const { id, action } = message;
    if (typeof id !== 'number') return;
    const resume = action === undefined ? this.#pending.get(id) : undefined;
    if (resume) {
      this.#pending.delete(id);
      resume(message);
      return;
    }
    const outcome = await this.#respond(id, message).catch((error: unknown) => ({ errors: [String(error)] }));
    this.#send({ id, status: 'ok', action: action ?? null, errors: [], warnings: [], ...outcome });
  }

  async #respond(id: number, { action, context }: JsonObject): Promise<JsonObject> {
    if (action === 'load_ruleset') return this.#load(toObject(context));
    if (action === 'verify') return this.#verify(id, toObject(context));
    return { errors: ['The action is unknown.'] };
  }

  #load({ rulesetName, source }: JsonObject): JsonObject {
    const { files } = toObject(source);
    const { name, content } = toObject(Array.isArray(files) && files.length === 1 ? files[0] : undefined);
    if (typeof content !== 'string') return { errors: ['A ruleset has to be one file.'] };
    try {
      this.#rulesets.set(toText(rulesetName), parseStorageRules(content));
      return { result: { rulesVersion: 2 } };
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      const { line, column } = error.position;
      return { errors: [`${toText(name)}:${line}:${column} - ERROR ${error.message}`] };
    }
  }

  async #verify(id: number, context: JsonObject): Promise<JsonObject> {
    const rules = this.#rulesets.get(toText(context['rulesetName']));
    if (!rules) return { errors: ['The ruleset is not loaded.'] };
    const variables = toObject(context['variables']);
    const request = parseValue(variables['request']);
    if (!isMap(request)) return { errors: ['The variable `request` has to be a map.'] };
    const permit = await rules.isAllowed({
      method: toText(context['method']),
      path: toText(context['path']),
      request,
      resource: parseValue(variables['resource']),
      readDocument: (path) => this.#fetch(id, path),
    });
    return { result: { permit } };
  }

  /** firebase-tools responds with the same id, and expects the decision under it. */
  #fetch(id: number, path: string): Promise<RulesMap | undefined> {
    return new Promise((resolve) => {
      this.#pending.set(id, ({ status, result }) =>
        resolve(status === 'ok' ? parseFields(toObject(result)['fields']) : undefined),
      );
      const request = { id, server_request_id: id, action: 'fetch_firestore_document', context: { path } };
      this.#send({ ...request, status: 'ok', errors: [], warnings: [] });
    });
  }
}

/** Returns an empty message for invalid JSON. */
function parseLine(line: string): JsonObject {
  try {
    const message: Json = JSON.parse(line);
    return toObject(message);
  } catch {
    return {};
  }
}
