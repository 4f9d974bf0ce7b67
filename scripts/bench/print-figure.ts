export const median = (samples: readonly number[]): number =>
  samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? Number.NaN;

export const printFigure = (name: string, text: string): void =>
  void process.stdout.write(`${name.padEnd(44)} ${text}\n`);
