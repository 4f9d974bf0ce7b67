import { formatDollars } from '@portal/contracts/dollars';
import {
  BudgetSettingsSchema,
  saveBudget,
  type BudgetSettings,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../client/api/client.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { readNumber, writeField } from './section/field-values.ts';
import { SettingField } from './section/fields.tsx';
import { SectionPanel } from './section/section-panel.tsx';
import { useSection } from './section/use-section.ts';

const BudgetFormSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('limit'), monthlyDollars: BudgetSettingsSchema.shape.monthlyDollars.unwrap() }),
  z.object({ kind: z.enum(['default', 'none']) }),
]);
type BudgetForm = z.infer<typeof BudgetFormSchema>;
interface BudgetValues {
  kind: string;
  monthlyDollars: string;
}
type SavedBudget = StudioSettings['budget'];

function toValues({ settings }: SavedBudget): BudgetValues {
  if (!settings) return { kind: 'default', monthlyDollars: '' };
  const { monthlyDollars } = settings;
  return monthlyDollars === null
    ? { kind: 'none', monthlyDollars: '' }
    : { kind: 'limit', monthlyDollars: writeField(monthlyDollars) };
}

function toSettings(budget: BudgetForm): BudgetSettings | null {
  if (budget.kind === 'default') return null;
  return { monthlyDollars: budget.kind === 'limit' ? budget.monthlyDollars : null };
}

const useBudget = (saved: SavedBudget) =>
  useSection<SavedBudget, BudgetValues, BudgetForm, BudgetSettings>({
    title: 'Budget',
    saved,
    toValues,
    toInput: ({ kind, monthlyDollars }) => ({ kind, monthlyDollars: readNumber(monthlyDollars) }),
    schema: BudgetFormSchema,
    toSettings,
    send: (body) => call(saveBudget, { body }),
    pick: ({ budget }) => budget,
  });

interface Props {
  saved: SavedBudget;
  hasProblems: boolean;
}

export function BudgetSection({ saved, hasProblems }: Props) {
  const section = useBudget(saved);
  const { control, register, formState } = section.form;
  const id = useId();
  const { field } = useController({ control, name: 'kind' });
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="Provider calls stop when the month’s spend reaches this limit."
    >
      <FieldFrame id={id} label="Monthly limit" hint={`Default: ${describeLimit(saved.default)}.`}>
        <Segments
          id={id}
          name={field.name}
          value={field.value}
          segments={[
            { value: 'default', label: 'Default' },
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
          label="Dollars per month"
          field={register('monthlyDollars')}
          error={formState.errors.monthlyDollars?.message}
          isPrice
        />
      )}
    </SectionPanel>
  );
}

const describeLimit = ({ monthlyDollars }: BudgetSettings): string =>
  monthlyDollars === null ? 'no limit' : formatDollars(monthlyDollars);
