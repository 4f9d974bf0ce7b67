import type { StudioSettings } from '@portal/contracts/studio-settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { useSave } from './settings-query.ts';

interface Saved {
  version: string | null;
}

interface Options<Part extends Saved, Values extends FieldValues, Output extends FieldValues, Settings> {
  title: string;
  saved: Part;
  /** Fields hold text: empty means unset. */
  toValues: (saved: Part) => Values;
  /** What the schema checks; a field has the same path in both. */
  toInput: (values: Values) => FieldValues;
  schema: z.ZodType<Output, FieldValues>;
  /** Null goes back to the defaults. */
  toSettings: (output: Output) => Settings | null;
  send: (body: { settings: Settings | null; version: string | null }) => Promise<StudioSettings>;
  pick: (settings: StudioSettings) => Part;
}

/** A form for one settings document. It follows what others save as long as nothing in it was changed. */
export function useSection<
  Part extends Saved,
  Values extends FieldValues,
  Output extends FieldValues,
  Settings,
>({
  title,
  saved,
  toValues,
  toInput,
  schema,
  toSettings,
  send,
  pick,
}: Options<Part, Values, Output, Settings>) {
  const [shown, setShown] = useState(saved);
  const check = zodResolver(schema);
  const form = useForm<Values, unknown, Output>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is checked has the paths of the fields
    resolver: ((values, context, options: never) => check(toInput(values), context, options)) as Resolver<
      Values,
      unknown,
      Output
    >,
    values: toValues(shown),
  });
  const { isDirty } = form.formState;

  // What was just saved arrives here too, with its version.
  if (!isDirty && saved.version !== shown.version) setShown(saved);

  const load = (part: Part) => form.reset(toValues(part));
  const save = useSave<Settings | null>(
    title,
    (settings) => send({ settings, version: shown.version }),
    (settings) => load(pick(settings)),
  );

  return {
    title,
    form,
    isDirty,
    isSaving: save.isPending,
    /** Another admin has saved since this form was loaded. */
    isConflict: isDirty && !save.isPending && saved.version !== shown.version,
    submit: form.handleSubmit((output) => save.mutate(toSettings(output)), openWrongFields),
    discard: () => load(saved),
  };
}

/** The focus cannot go to a field that is folded away. */
function openWrongFields(errors: object): void {
  for (const error of Object.values(errors)) {
    if (typeof error !== 'object' || error === null) continue;
    if ('ref' in error && error.ref instanceof HTMLElement) {
      error.ref.closest('details')?.setAttribute('open', '');
    } else openWrongFields(error);
  }
}
