import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { useCallback, useEffect, useState } from 'react';
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form';
import { readStored, writeStored } from '../../../shared/browser-storage.ts';
import { useSession } from '../../../shared/session/session.ts';
import { DEFAULT_VALUES, FormValuesSchema, type FormValues } from './form-values.ts';
import { fromBatch } from './from-batch.ts';
import { checkValues } from './to-request.ts';

export type GenerationFormState = UseFormReturn<FormValues, unknown, GenerationRequest>;

const resolver: Resolver<FormValues, unknown, GenerationRequest> = (values) => {
  const answer = checkValues(values);
  if ('request' in answer) return { values: answer.request, errors: {} };
  const errors = Object.entries(answer.errors).map(([field, message]) => [field, { type: 'rule', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
};

/** The form, saved as a draft across reloads. */
export function useGenerationForm() {
  const { session } = useSession();
  const draftName = `portal:generation-draft:${session.status === 'signed-in' ? session.user.id : ''}`;
  const [defaultValues] = useState(() => readStored(sessionStorage, draftName, FormValuesSchema));
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
        callback: ({ values }) => writeStored(sessionStorage, draftName, values),
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
  const copySettings = useCallback(
    (batch: GenerationBatch) => {
      const before = form.getValues();
      const next = fromBatch(batch);
      const replacesPrompt = before.prompt.trim() !== '' && before.prompt.trim() !== next.prompt.trim();
      setReplaced(replacesPrompt ? before : undefined);
      fill(next);
    },
    [form, fill],
  );
  return {
    form,
    copySettings,
    /** The values whose prompt was replaced by a batch's settings. */
    replaced,
    restoreReplaced: () => {
      if (replaced) fill(replaced);
      setReplaced(undefined);
    },
    forgetReplaced: () => setReplaced(undefined),
  };
}
