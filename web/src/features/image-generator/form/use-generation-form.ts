import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { useCallback, useEffect, useState } from 'react';
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { readDraft, writeDraft } from '../../../client/browser-storage.ts';
import { DEFAULT_VALUES, FormValuesSchema, type FormValues } from '../../../tools/generation/form-values.ts';
import { fromBatch } from '../../../tools/generation/from-batch.ts';
import { checkValues } from '../../../tools/generation/to-request.ts';

export type GenerationFormState = UseFormReturn<FormValues, unknown, GenerationRequest>;

const resolver: Resolver<FormValues, unknown, GenerationRequest> = (values) => {
  const answer = checkValues(values);
  if ('request' in answer) return { values: answer.request, errors: {} };
  const errors = Object.entries(answer.errors).map(([field, message]) => [field, { type: 'rule', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
};

const nameOf = (userId: string): string => `portal:generation-draft:${userId}`;

/** In the draft. */
export function dropHalfPrice(userId: string): void {
  const draft = readDraft(nameOf(userId), FormValuesSchema);
  if (draft?.isHalfPrice) writeDraft(nameOf(userId), { ...draft, isHalfPrice: false });
}

/** Whether one of the texts of `before` is lost. */
const replacesText = (before: FormValues, next: FormValues): boolean =>
  (['prompt', 'stabilityNegativePrompt'] as const).some(
    (text) => before[text].trim() !== '' && before[text].trim() !== next[text].trim(),
  );

/** The form, saved as a draft. */
export function useGenerationForm() {
  const draftName = nameOf(useUserId());
  const [defaultValues] = useState(() => readDraft(draftName, FormValuesSchema));
  const form = useForm<FormValues, unknown, GenerationRequest>({
    defaultValues: defaultValues ?? DEFAULT_VALUES,
    resolver,
    shouldFocusError: false,
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(draftName, values),
      }),
    [subscribe, draftName],
  );

  const [replaced, setReplaced] = useState<FormValues>();
  const [filled, setFilled] = useState<FormValues>();
  const fill = useCallback(
    (values: FormValues) => {
      form.setValues(values);
      form.clearErrors();
      form.setFocus('prompt');
    },
    [form],
  );
  const replace = useCallback(
    (next: FormValues) => {
      const current = form.getValues();
      // What was filled in and not changed since is in a batch, or in the history of prompts.
      const isOwn = filled === undefined || replacesText(current, filled);
      const before = isOwn ? current : (replaced ?? current);
      setReplaced(replacesText(before, next) ? before : undefined);
      setFilled(next);
      fill(next);
    },
    [form, fill, filled, replaced],
  );
  const copySettings = useCallback(
    (batch: GenerationBatch, index?: number) => replace(fromBatch(batch, index)),
    [replace],
  );
  return {
    form,
    copySettings,
    repeatPrompt: (prompt: string) => replace({ ...form.getValues(), prompt }),
    /** The values whose prompt was replaced by a batch's settings or an earlier prompt. */
    replaced,
    restoreReplaced: () => {
      if (replaced) fill(replaced);
      setReplaced(undefined);
    },
    forgetReplaced: () => setReplaced(undefined),
  };
}
