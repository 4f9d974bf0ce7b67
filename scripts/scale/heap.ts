/** A binary heap of times, each with a number. */
export function makeHeap() {
  const times: number[] = [];
  const values: number[] = [];
  const timeOf = (index: number) => times[index] ?? Infinity;

  function set(index: number, time: number, value: number): void {
    times[index] = time;
    values[index] = value;
  }

  function swap(one: number, other: number): void {
    const time = timeOf(one);
    const value = values[one] ?? 0;
    set(one, timeOf(other), values[other] ?? 0);
    set(other, time, value);
  }

  return {
    push(time: number, value: number): void {
      let index = times.length;
      set(index, time, value);
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (timeOf(parent) <= timeOf(index)) return;
        swap(parent, index);
        index = parent;
      }
    },
    /** Infinity if empty. */
    peekTime: () => timeOf(0),
    /** Removes the earliest time, and returns its number. */
    pop(): number {
      const value = values[0] ?? 0;
      const lastTime = times.pop() ?? 0;
      const lastValue = values.pop() ?? 0;
      if (times.length === 0) return value;
      set(0, lastTime, lastValue);
      for (let index = 0; ;) {
        const left = 2 * index + 1;
        const child = timeOf(left + 1) < timeOf(left) ? left + 1 : left;
        if (timeOf(child) >= timeOf(index)) return value;
        swap(child, index);
        index = child;
      }
    },
  };
}
