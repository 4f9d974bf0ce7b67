import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../random.ts';
import { imageProviders, type Provider } from '../settings.ts';
import type { Call } from './calls.ts';

const spread = 0.3;

/** The latency of each provider. It varies, so that images of a batch arrive one by one. */
export class Latency {
  readonly #ms = new Map<Provider, number>();

  constructor(ms: number) {
    // Cloudinary is fast compared to image models.
    for (const provider of imageProviders) this.#ms.set(provider, ms);
  }

  set(provider: Provider, ms: number): void {
    this.#ms.set(provider, ms);
  }

  /** `part`: of the time that a whole call takes. */
  async wait({ provider, prompt, number }: Call, stopped: AbortSignal, part = 1): Promise<void> {
    const ms = (this.#ms.get(provider) ?? 0) * part;
    if (ms === 0) return;
    const share = new Random(`${prompt}/${number}`).between(1 - spread, 1 + spread);
    await sleep(ms * share, undefined, { signal: stopped });
  }
}
