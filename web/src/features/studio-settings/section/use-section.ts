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
  /** Fields contain text, and empty means unset. */
  toValues: (saved: Part) => Values;
  /** The input of the schema. Fields have the same paths in both. */
  toInput: (values: Values) => FieldValues;
  schema: z.ZodType<Output, FieldValues>;
  /** Null resets to the defaults. */
  toSettings: (output: Output) => Settings | null;
  send: (body: { settings: Settings | null; version: string | null }) => Promise<StudioSettings>;
  pick: (settings: StudioSettings) => Part;
}

/** A form for one settings document. Until it is edited, it follows what other admins save. */
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
  const [loaded, setLoaded] = useState(saved);
  const check = zodResolver(schema);
  const form = useForm<Values, unknown, Output>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input has the paths of the fields
    resolver: ((values, context, options: never) => check(toInput(values), context, options)) as Resolver<
      Values,
      unknown,
      Output
    >,
    values: toValues(loaded),
  });
  const { isDirty } = form.formState;

  // Also runs after this form's own save, which has a new version.
  if (!isDirty && saved.version !== loaded.version) setLoaded(saved);

  const load = (part: Part) => form.reset(toValues(part));
  const save = useSave<Settings | null>(
    { title, isDirty },
    (settings) => send({ settings, version: loaded.version }),
    (settings) => load(pick(settings)),
  );

  return {
    title,
    form,
    isDirty,
    isSaving: save.isPending,
    /** Another admin has saved since this form was loaded. */
    isConflict: isDirty && !save.isPending && saved.version !== loaded.version,
    /** Instead of what the form has. */
    save: save.mutate,
    submit: form.handleSubmit((output) => save.mutate(toSettings(output)), expandInvalidFields),
    discard: () => load(saved),
  };
}

/** Collapsed fields cannot be focused. */
function expandInvalidFields(errors: object): void {
  for (const error of Object.values(errors)) {
    if (typeof error !== 'object' || error === null) continue;
    if ('ref' in error && error.ref instanceof HTMLElement) {
      error.ref.closest('details')?.setAttribute('open', '');
    } else expandInvalidFields(error);
  }
}
