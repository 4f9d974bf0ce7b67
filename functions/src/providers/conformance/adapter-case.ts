import assert from 'node:assert/strict';
import type { Provider } from '@portal/contracts/generation-request';
import type { ProviderAccess } from '../call-provider.ts';
import type { FailureKind, MadeImage, ProviderAnswer, Usage } from '../provider-answer.ts';

/** A case that must pass against the sandbox and against the real service, where it costs money. */
export interface AdapterCase {
  name: string;
  provider: Provider;
  /** Text answers count too. */
  paidImages: 0 | 1;
  /** The expected cost at the real service. */
  dollars: number;
  check: (access: ProviderAccess) => Promise<void>;
}

export interface Made<What = MadeImage> {
  made: What;
  usage?: Usage;
}

export const MAX_CALL_MS = 180_000;

export function expectMade<What>(answer: ProviderAnswer<What>): Made<What> {
  assert.equal(answer.kind, 'made', JSON.stringify(answer));
  return answer;
}

export const reportsTokens = ({ usage }: Made<unknown>): void => {
  assert.ok(usage && usage.outputTokens > 0, 'no usage is reported');
};

/** A model may round its edges: Google's 16:9 is 1344 by 768. */
export function expectShape(
  actual: { width: number; height: number },
  ratio: number,
  tolerance = 0.03,
): void {
  const { width, height } = actual;
  assert.ok(Math.abs(width / height / ratio - 1) < tolerance, `${width} by ${height}`);
}

export const failureCase = (
  provider: Provider,
  name: string,
  kind: FailureKind,
  call: (access: ProviderAccess) => Promise<ProviderAnswer<unknown>>,
): AdapterCase => ({
  name,
  provider,
  paidImages: 0,
  dollars: 0,
  async check(access) {
    const answer = await call(access);
    assert.equal(answer.kind, kind, JSON.stringify(answer));
  },
});
