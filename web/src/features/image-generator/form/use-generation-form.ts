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

/** The form, saved as a draft. */
export function useGenerationForm() {
  const draftName = `portal:generation-draft:${useUserId()}`;
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
      const before = form.getValues();
      const replacesPrompt = before.prompt.trim() !== '' && before.prompt.trim() !== next.prompt.trim();
      setReplaced(replacesPrompt ? before : undefined);
      fill(next);
    },
    [form, fill],
  );
  const copySettings = useCallback((batch: GenerationBatch) => replace(fromBatch(batch)), [replace]);
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
