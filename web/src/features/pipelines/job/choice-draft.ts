/** The pictures that someone has chosen in a job, until the choice is sent. Kept as the form's draft is. */
import { MAX_PIPELINE_PICTURES } from '@portal/contracts/prompt-lists/find-prompt-problem';
import { z } from 'zod';
import { dropDraft, readDraft, writeDraft } from '../../../client/browser-storage.ts';

/** Keys of cells. */
const ChoiceSchema = z.array(z.string()).max(MAX_PIPELINE_PICTURES);

// Names that end with the user's id are removed on sign-out (forget-forms.ts).
const nameOf = (userId: string, jobId: string): string => `portal:job-choice:${jobId}:${userId}`;

export const readChoice = (userId: string, jobId: string): readonly string[] =>
  readDraft(nameOf(userId, jobId), ChoiceSchema) ?? [];

export const writeChoice = (userId: string, jobId: string, keys: Iterable<string>): void =>
  writeDraft(nameOf(userId, jobId), [...keys]);

export const dropChoice = (userId: string, jobId: string): void => dropDraft(nameOf(userId, jobId));
