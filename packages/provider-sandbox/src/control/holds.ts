import type { Call } from './calls.ts';

/** Calls that wait until they are released. */
export class Holds {
  readonly #waiting = new Map<Call, () => void>();

  async wait(call: Call): Promise<void> {
    call.state = 'held';
    await new Promise<void>((resolve) => this.#waiting.set(call, resolve));
    call.state = 'working';
  }

  list(): Call[] {
    return [...this.#waiting.keys()];
  }

  release(): number {
    const released = this.#waiting.size;
    for (const resume of this.#waiting.values()) resume();
    this.#waiting.clear();
    return released;
  }
}
