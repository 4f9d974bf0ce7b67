import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { useCallback, useEffect, useState } from 'react';
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form';
import { keep, readKept } from '../../../shared/browser-storage.ts';
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

/** The form, kept over a reload, and what may be done to it from beside it. */
export function useGenerationForm() {
  const { session } = useSession();
  const draftName = `portal:generation-draft:${session.status === 'signed-in' ? session.user.id : ''}`;
  const [defaultValues] = useState(() => readKept(sessionStorage, draftName, FormValuesSchema));
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
        callback: ({ values }) => keep(sessionStorage, draftName, values),
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
      const isLost = before.prompt.trim() !== '' && before.prompt.trim() !== next.prompt.trim();
      setReplaced(isLost ? before : undefined);
      fill(next);
    },
    [form, fill],
  );
  return {
    form,
    copySettings,
    /** What the form held before a batch's settings took the place of its prompt. */
    replaced,
    takeBack: () => {
      if (replaced) fill(replaced);
      setReplaced(undefined);
    },
    forgetReplaced: () => setReplaced(undefined),
  };
}
