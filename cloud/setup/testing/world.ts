import { z } from 'zod';

/** An error as Google's APIs answer it. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string | undefined;
  readonly permission: string | undefined;

  constructor(code: number, message: string, reason?: string, permission?: string) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.permission = permission;
  }

  toBody(): object {
    const metadata = this.permission === undefined ? {} : { metadata: { permission: this.permission } };
    const details =
      this.reason === undefined ? [] : [{ '@type': 'ErrorInfo', reason: this.reason, ...metadata }];
    return { error: { code: this.code, message: this.message, details } };
  }
}

type Resource = Record<string, unknown>;
const StoredPolicySchema = z.looseObject({
  etag: z.string(),
  bindings: z.array(z.looseObject({ role: z.string(), members: z.array(z.string()) })),
});
export type StoredPolicy = z.output<typeof StoredPolicySchema>;

const NUMBER = '123456789';

/** A project of somebody who owns it, and has done nothing yet. */
export class World {
  readonly project: string;
  readonly number = NUMBER;
  token = 'test-token';
  hasBilling = true;
  /** Permissions that the caller lacks. */
  readonly denied = new Set<string>();
  /** Paths that fail once. */
  readonly broken = new Set<string>();
  /** Somebody else writes the next policy first. */
  isContended = false;
  readonly resources = new Map<string, Resource>();
  readonly policies = new Map<string, StoredPolicy>();
  /** Values of each secret, by its name. */
  readonly secrets = new Map<string, string[]>();
  /** Names of the files in the bucket. */
  readonly files: string[] = [];
  readonly apis = new Set(['serviceusage.googleapis.com']);
  /** Enabled, or created, so recently that not every server knows. */
  private readonly fresh = new Set<string>();
  private readonly accounts = new Set<string>();
  private readonly operations = new Map<string, { polls: number; finish: () => void }>();
  private count = 0;

  constructor(project: string) {
    this.project = project;
  }

  nextId(): string {
    this.count += 1;
    return String(1000 + this.count);
  }

  checkApi(api: string): void {
    const isFresh = this.fresh.delete(api);
    if (this.apis.has(api) && !isFresh) return;
    throw new Refusal(
      403,
      `${api} has not been used in project ${NUMBER} before or it is disabled. If you enabled this API recently, wait.`,
      'SERVICE_DISABLED',
    );
  }

  checkPermission(permission: string, path: string): void {
    if (this.broken.delete(path)) throw new Refusal(500, 'Internal error encountered.');
    if (!this.denied.has(permission)) return;
    throw new Refusal(
      403,
      `Permission '${permission}' denied on resource.`,
      'IAM_PERMISSION_DENIED',
      permission,
    );
  }

  enable(apis: readonly string[]): void {
    if (!this.hasBilling) {
      throw new Refusal(
        400,
        'Billing must be enabled for activation of services.',
        'UREQ_PROJECT_BILLING_NOT_FOUND',
      );
    }
    for (const api of apis) {
      this.apis.add(api);
      this.fresh.add(api);
    }
    if (apis.includes('compute.googleapis.com'))
      this.addAccount(`${NUMBER}-compute@developer.gserviceaccount.com`);
  }

  addAccount(email: string): void {
    if (this.accounts.has(email)) return;
    this.accounts.add(email);
    this.fresh.add(email);
  }

  /** Its effect shows when it is done, which takes a few looks. */
  startOperation(prefix: string, finish: () => void): object {
    const id = this.nextId();
    this.operations.set(id, { polls: 0, finish });
    return { name: `${prefix}operations/${id}` };
  }

  readOperation(id: string): object {
    const operation = this.operations.get(id);
    if (!operation) throw new Refusal(404, 'Operation not found.');
    operation.polls += 1;
    if (operation.polls === 2) operation.finish();
    return { name: `operations/${id}`, done: operation.polls >= 2 };
  }

  find(path: string): Resource {
    const found = this.resources.get(path);
    if (found) return found;
    throw new Refusal(404, `${path} was not found.`);
  }

  create(path: string, resource: Resource): Resource {
    if (this.resources.has(path)) throw new Refusal(409, `${path} already exists.`);
    this.resources.set(path, resource);
    return resource;
  }

  readPolicy(path: string): StoredPolicy {
    return this.policies.get(path) ?? { etag: 'first', version: 1, bindings: [] };
  }

  writePolicy(path: string, policy: Resource): StoredPolicy {
    if (this.isContended) {
      this.isContended = false;
      this.policies.set(path, { ...this.readPolicy(path), etag: this.nextId() });
    }
    if (policy['etag'] !== this.readPolicy(path).etag)
      throw new Refusal(409, 'There were concurrent policy changes.');
    const stored = StoredPolicySchema.parse({ ...policy, etag: this.nextId() });
    for (const { members } of stored.bindings) for (const member of members) this.checkMember(member);
    this.policies.set(path, stored);
    return stored;
  }

  private checkMember(member: string): void {
    const [kind, email = ''] = member.split(':');
    if (kind !== 'serviceAccount') return;
    const isFresh = this.fresh.delete(email);
    if (this.accounts.has(email) && !isFresh) return;
    throw new Refusal(400, `Service account ${email} does not exist.`);
  }
}
