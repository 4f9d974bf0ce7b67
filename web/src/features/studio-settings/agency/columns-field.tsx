import type { CsvColumn } from '@portal/contracts/agencies/agency';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { IconAction } from '../../../ui/icon-action.tsx';
import { SettingField, SettingSelect } from '../section/fields.tsx';
import type { useAgencySettings } from './agency-form.ts';
import { CsvExample } from './csv-example.tsx';

const MAX_COLUMNS = 30;

const CONTENTS: Record<CsvColumn['value'], string> = {
  fileName: 'File name',
  title: 'Title',
  description: 'Description',
  keywords: 'Keywords',
  category: 'Category',
  prompt: 'AI prompt',
  model: 'AI model',
  constant: 'Fixed text',
};
const OPTIONS = Object.entries(CONTENTS).map(([value, label]) => ({ value, label }));

type Form = ReturnType<typeof useAgencySettings>['form'];

/** The columns of the CSV, and what a row would be. */
export function ColumnsField({ form }: { form: Form }) {
  const id = useId();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'own.csv.columns' });
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 3 }}>
      <Typography id={id} variant="h3">
        Columns of the CSV
      </Typography>
      {fields.length === 0 ? (
        <Typography color="textSecondary">No CSV: titles and keywords are only in the files.</Typography>
      ) : (
        <Box component="ol" sx={{ display: 'grid', gap: 3, m: 0, p: 0, listStyle: 'none' }}>
          {fields.map((field, index) => (
            <ColumnRow
              key={field.id}
              index={index}
              form={form}
              onRemove={() => {
                remove(index);
                addButton.current?.focus();
              }}
            />
          ))}
        </Box>
      )}
      <Box>
        <Button
          ref={addButton}
          variant="outlined"
          disabled={fields.length >= MAX_COLUMNS}
          startIcon={<Plus aria-hidden size={15} />}
          onClick={() => append({ header: '', value: 'title', text: '' })}
        >
          Add column
        </Button>
      </Box>
      <CsvExample control={form.control} />
    </Box>
  );
}

interface RowProps {
  index: number;
  form: Form;
  onRemove: () => void;
}

function ColumnRow({ index, form: { control, register, formState }, onRemove }: RowProps) {
  const name = `own.csv.columns.${index}` as const;
  const value = useWatch({ control, name: `${name}.value` });
  const errors = formState.errors.own?.csv?.columns?.[index];
  return (
    <Box component="li">
      <Box role="group" aria-label={`Column ${index + 1}`} sx={ROW}>
        <SettingField label="Header" field={register(`${name}.header`)} error={errors?.header?.message} />
        <SettingSelect
          label="Content"
          field={register(`${name}.value`)}
          error={errors?.value?.message}
          options={OPTIONS}
        />
        {value === 'constant' && (
          <SettingField label="Text" field={register(`${name}.text`)} error={errors?.text?.message} />
        )}
        <IconAction label={`Remove column ${index + 1}`} onClick={onRemove} sx={{ mt: 7 }}>
          <Trash2 aria-hidden size={16} />
        </IconAction>
      </Box>
    </Box>
  );
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr)) 32px' },
  alignItems: 'start',
  gap: 2,
  // The button stays at the end of a row without a text.
  '& > :last-child': { gridColumn: { sm: 4 }, justifySelf: 'end' },
} as const;
