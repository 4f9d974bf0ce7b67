export interface Score {
  positives: number;
  found: number;
  wrong: number;
}

/** `values`: for each picture or pair, whether it is one, and whether it was found. */
export function score(values: readonly { is: boolean; isFound: boolean }[]): Score {
  return {
    positives: values.filter(({ is }) => is).length,
    found: values.filter(({ is, isFound }) => is && isFound).length,
    wrong: values.filter(({ is, isFound }) => !is && isFound).length,
  };
}

export function describeScore({ positives, found, wrong }: Score): string {
  const precision = found / Math.max(1, found + wrong);
  return `precision ${precision.toFixed(2)}, recall ${(found / positives).toFixed(2)} (${found} of ${positives} found, ${wrong} wrong)`;
}
