import { isTimeName } from './batch-name.ts';
import { labelPrompt } from './label-prompt.ts';

export interface BatchTitle {
  title: string;
  /** The smaller line: the date that the batch is named by. */
  date?: string;
}

interface Named {
  name: string;
  prompt?: string | null | undefined;
}

/** What a batch is called on screen. Files and the field that renames it have its own name. */
export function titleBatch({ name, prompt }: Named): BatchTitle {
  const label = labelPrompt(prompt ?? '');
  return label !== '' && isTimeName(name) ? { title: label, date: name } : { title: name };
}

/** One line that tells batches with the same prompt apart. */
export function describeBatchTitle(batch: Named): string {
  const { title, date } = titleBatch(batch);
  return date === undefined ? title : `${title}, ${date}`;
}
