import {
  LimitSettingsSchema,
  saveLimits,
  type LimitSettings,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { call } from '../../client/api/client.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { readNumber, writeField } from './section/field-values.ts';
import { SettingField } from './section/fields.tsx';
import { SectionPanel } from './section/section-panel.tsx';
import { useSection } from './section/use-section.ts';

const LimitsFormSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('limit'), everyone: LimitSettingsSchema.shape.everyone.unwrap().unwrap() }),
  z.object({ kind: z.literal('none') }),
]);
type LimitsForm = z.infer<typeof LimitsFormSchema>;
interface LimitsValues {
  kind: string;
  everyone: string;
}
type SavedLimits = StudioSettings['limits'];

function toValues({ settings }: SavedLimits): LimitsValues {
  const everyone = settings?.everyone ?? null;
  return everyone === null
    ? { kind: 'none', everyone: '' }
    : { kind: 'limit', everyone: writeField(everyone) };
}

const useLimits = (saved: SavedLimits) =>
  useSection<SavedLimits, LimitsValues, LimitsForm, LimitSettings>({
    title: 'Limit per person',
    saved,
    toValues,
    toInput: ({ kind, everyone }) => ({ kind, everyone: readNumber(everyone) }),
    schema: LimitsFormSchema,
    // The version guards own limits that another admin has changed.
    toSettings: (form) => ({
      everyone: form.kind === 'limit' ? form.everyone : null,
      people: saved.settings?.people ?? {},
    }),
    send: (body) => call(saveLimits, { body }),
    pick: ({ limits }) => limits,
  });

interface Props {
  saved: SavedLimits;
  hasProblems: boolean;
}

export function LimitsSection({ saved, hasProblems }: Props) {
  const section = useLimits(saved);
  const { control, register, formState } = section.form;
  const id = useId();
  const { field } = useController({ control, name: 'kind' });
  const ownLimits = Object.keys(saved.settings?.people ?? {}).length;
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="What each person may spend in a month, within the studio’s budget."
    >
      <FieldFrame id={id} label="Everyone">
        <Segments
          id={id}
          name={field.name}
          value={field.value}
          segments={[
            { value: 'none', label: 'No limit' },
            { value: 'limit', label: 'Limit' },
          ]}
          onChoose={field.onChange}
          onBlur={field.onBlur}
          focusRef={field.ref}
        />
      </FieldFrame>
      {field.value === 'limit' && (
        <SettingField
          label="Dollars per person and month"
          field={register('everyone')}
          error={formState.errors.everyone?.message}
          isPrice
        />
      )}
      <Typography variant="body2" color="textSecondary">
        {describeOwnLimits(ownLimits)}{' '}
        <Link to="/admin/user-directory?sort=limit">Show everyone’s limits</Link>
      </Typography>
    </SectionPanel>
  );
}

function describeOwnLimits(count: number): string {
  if (count === 0) return 'To set a different limit for one person, use the User Directory.';
  return count === 1 ? '1 person has a limit of their own.' : `${count} people have limits of their own.`;
}
