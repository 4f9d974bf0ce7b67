import { ModelSchema, PROVIDER_TITLES, type Model } from '@portal/contracts/generation-request';
import { PROVIDER_OF } from '@portal/contracts/studio-settings';
import Box from '@mui/material/Box';
import { Trash2 } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { IconAction } from '../../../ui/icon-action.tsx';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import { SettingField, SettingSelect } from '../section/fields.tsx';
import { readEntry, type usePrices } from './price-form.ts';
import { describeDefaultPrice, listOptions, OPTION_NAMES, type OptionName } from './price-options.ts';

const OPTION_TITLES: Record<OptionName, string> = {
  quality: 'Quality',
  aspectRatio: 'Aspect ratio',
  version: 'Version',
  size: 'Size',
};

const MODEL_OPTIONS = ModelSchema.options.map((model) => ({
  value: model,
  label: `${PROVIDER_TITLES[PROVIDER_OF[model]]} · ${model}`,
}));

interface Props {
  index: number;
  form: ReturnType<typeof usePrices>['form'];
  onRemove: () => void;
}

/** One price: a card with labeled fields on a phone, else a table row. */
export function PriceRow({ index, form, onRemove }: Props) {
  const { control, register, setValue, formState } = form;
  const row = useWatch({ control, name: `models.${index}` });
  const errors = formState.errors.models?.[index];
  const clearOptions = ({ target }: { target: { value: Model } }) => {
    for (const name of OPTION_NAMES) {
      if (!listOptions(target.value, name).includes(row[name])) setValue(`models.${index}.${name}`, '');
    }
  };
  return (
    <Box component="li">
      <Box role="group" aria-label={`Price ${index + 1}: ${row.model}`} sx={ROW}>
        <SettingSelect
          label="Model"
          field={register(`models.${index}.model`, { onChange: clearOptions })}
          error={errors?.model?.message}
          options={MODEL_OPTIONS}
        />
        {OPTION_NAMES.map((name) => (
          <SettingSelect
            key={name}
            label={OPTION_TITLES[name]}
            field={register(`models.${index}.${name}`)}
            error={errors?.[name]?.message}
            options={listChoices(name, listOptions(row.model, name), row[name])}
          />
        ))}
        <SettingField
          label="Price"
          field={register(`models.${index}.price`)}
          error={errors?.price?.message}
          isPrice
        />
        <Box
          sx={{
            minHeight: { md: 40 },
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            color: 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          <Box component="span" sx={(theme) => ({ [theme.breakpoints.up('md')]: VISUALLY_HIDDEN })}>
            Default:
          </Box>
          <span>{describeDefaultPrice(readEntry(row))}</span>
        </Box>
        <Box sx={{ minHeight: { md: 40 }, display: 'flex', alignItems: 'center', justifySelf: 'end' }}>
          <IconAction label={`Remove price ${index + 1}`} onClick={onRemove}>
            <Trash2 aria-hidden size={16} />
          </IconAction>
        </Box>
      </Box>
    </Box>
  );
}

/** Keeps the value of an older entry even if it is no longer offered. */
const listChoices = (name: OptionName, offered: readonly string[], chosen: string) => [
  // A price of the standard size is none of a larger one.
  { value: '', label: name === 'size' ? 'Standard' : 'Any' },
  ...[...new Set(chosen === '' ? offered : [...offered, chosen])].map((value) => ({ value, label: value })),
];

/** Shared by the header and the rows. */
export const PRICE_COLUMNS = {
  columnGap: 2,
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    md: 'minmax(0, 2.2fr) repeat(4, minmax(0, 1fr)) minmax(0, 1.1fr) minmax(0, 1.1fr) 32px',
  },
} as const;

const ROW = {
  ...PRICE_COLUMNS,
  display: 'grid',
  alignItems: 'start',
  rowGap: 3,
  p: { xs: 3, md: 0 },
  border: { xs: '1px solid', md: 'none' },
  borderColor: { xs: 'divider' },
  borderRadius: '8px',
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
  // In a table row, the column header is the visible label.
  '& label': { md: VISUALLY_HIDDEN },
  '& > div': { rowGap: { md: 0 } },
} as const;
