import type { FirestoreAccess, FirestoreRules } from '@portal/firebase-rules/firestore-rules';
import type { Micros, Snapshot } from '../model.ts';
import type { QueryPlan } from '../query/prepared-query.ts';
import { StatusError } from '../status.ts';
import { requestTimeOf } from '../writes/transforms.ts';
import type { Caller } from './caller.ts';

/** Decides what a caller may do. Without rules, everything is allowed that does not require an admin. */
export class Access {
  readonly #byProject = new Map<string, FirestoreRules>();
  #byDefault: FirestoreRules | undefined;

  /** Without a project id, sets the rules for all projects that have none. */
  setRules(rules: FirestoreRules, projectId?: string): void {
    if (projectId === undefined) this.#byDefault = rules;
    else this.#byProject.set(projectId, rules);
  }

  /** Whether the caller may do anything with this document. */
  isOpen(caller: Caller, name: string): boolean {
    return caller.isAdmin || this.#rulesFor(name) === undefined;
  }

  checkGet(caller: Caller, name: string, snapshot: Snapshot): void {
    if (this.isOpen(caller, name)) return;
    const read = (other: string) => snapshot.get(other);
    this.#check(caller, snapshot.readTime, {
      method: 'get',
      name,
      before: read(name),
      read,
      readAfter: read,
    });
  }

  checkList(caller: Caller, query: QueryPlan, snapshot: Snapshot): void {
    if (this.isOpen(caller, query.parent)) return;
    const read = (other: string) => snapshot.get(other);
    const name = query.collectionId === undefined ? query.parent : `${query.parent}/${query.collectionId}`;
    this.#check(caller, snapshot.readTime, { method: 'list', name, query, read, readAfter: read });
  }

  /** `time` is the commit time. */
  checkWrite(caller: Caller, time: Micros, write: Omit<FirestoreAccess, 'auth' | 'time'>): void {
    this.#check(caller, time, write);
  }

  checkAdmin(caller: Caller, what: string): void {
    if (!caller.isAdmin) throw new StatusError('PERMISSION_DENIED', `${what} require admin authentication.`);
  }

  #rulesFor(name: string): FirestoreRules | undefined {
    return this.#byProject.get(name.split('/', 2)[1] ?? '') ?? this.#byDefault;
  }

  #check(caller: Caller, time: Micros, access: Omit<FirestoreAccess, 'auth' | 'time'>): void {
    const rules = this.#rulesFor(access.name);
    const decision = rules?.authorize({ ...access, auth: caller.auth, time: requestTimeOf(time) });
    if (decision && !decision.allowed) throw new StatusError('PERMISSION_DENIED', decision.reason);
  }
}
