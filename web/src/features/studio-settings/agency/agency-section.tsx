import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SettingField, SettingSelect } from '../section/fields.tsx';
import { SectionPanel } from '../section/section-panel.tsx';
import { NO, YES, type useAgencySettings } from './agency-form.ts';

interface Props {
  section: ReturnType<typeof useAgencySettings>;
  hasProblems: boolean;
}

const NO_LIMIT = 'No limit';

/** The profile of a customer, or of an agency that the portal does not know. */
export function AgencySection({ section, hasProblems }: Props) {
  const { register, formState } = section.form;
  const errors = formState.errors.own;
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="Your own profile in “Export for agency”, beside those of the stock agencies."
    >
      <Box sx={GRID}>
        <SettingField label="Name" field={register('own.name')} error={errors?.name?.message} />
        <YesNo section={section} name="own.acceptsAi" label="Accepts AI pictures" />
        <YesNo section={section} name="own.needsTexts" label="Needs title and keywords" />
        <YesNo section={section} name="own.isEnglishOnly" label="English only" />
        <SettingField
          label="Minimum megapixels"
          field={register('own.minMegapixels')}
          error={errors?.minMegapixels?.message}
        />
        <SettingField
          label="Maximum megapixels"
          field={register('own.maxMegapixels')}
          error={errors?.maxMegapixels?.message}
          placeholder={NO_LIMIT}
        />
        <SettingField
          label="Maximum file size in MB"
          field={register('own.maxBytes')}
          error={errors?.maxBytes?.message}
          placeholder={NO_LIMIT}
        />
        <SettingField
          label="Maximum length of file names"
          field={register('own.maxFileNameLength')}
          error={errors?.maxFileNameLength?.message}
          placeholder={NO_LIMIT}
        />
        <SettingField
          label="Maximum length of titles"
          field={register('own.title.maxLength')}
          error={errors?.title?.maxLength?.message}
        />
        <SettingField
          label="Minimum words in titles"
          field={register('own.title.minWords')}
          error={errors?.title?.minWords?.message}
        />
        <SettingSelect
          label="Characters in titles"
          field={register('own.title.characters')}
          error={errors?.title?.characters?.message}
          options={[
            { value: 'any', label: 'Any' },
            { value: 'letters', label: 'Letters of any language, digits and . - ’' },
            { value: 'ascii', label: 'A to Z, digits and punctuation' },
          ]}
        />
        <SettingField
          label="Minimum keywords"
          field={register('own.keywords.min')}
          error={errors?.keywords?.min?.message}
        />
        <SettingField
          label="Maximum keywords"
          field={register('own.keywords.max')}
          error={errors?.keywords?.max?.message}
        />
      </Box>
      <Columns section={section} />
    </SectionPanel>
  );
}

interface YesNoProps extends Pick<Props, 'section'> {
  name: 'own.acceptsAi' | 'own.needsTexts' | 'own.isEnglishOnly';
  label: string;
}

function YesNo({ section, name, label }: YesNoProps) {
  const id = useId();
  const { field } = useController({ control: section.form.control, name });
  return (
    <FieldFrame id={id} label={label}>
      <Segments
        id={id}
        name={name}
        value={field.value}
        segments={[
          { value: YES, label: 'Yes' },
          { value: NO, label: 'No' },
        ]}
        onChoose={field.onChange}
        onBlur={field.onBlur}
        focusRef={field.ref}
      />
    </FieldFrame>
  );
}

const HINT =
  'One column per line: header = file name, title, description, keywords, category (Adobe Stock’s number), or a fixed text.';

function Columns({ section }: Pick<Props, 'section'>) {
  const id = useId();
  const { register, formState } = section.form;
  const { message, ...lines } = formState.errors.own?.csv?.columns ?? {};
  const error = message ?? findMessage(lines);
  return (
    <FieldFrame id={id} label="Columns of the CSV" htmlFor={id} error={error} hint={HINT}>
      <TextField
        {...register('own.csv.columns')}
        id={id}
        multiline
        minRows={4}
        error={error !== undefined}
        autoComplete="off"
        fullWidth
        slotProps={{ htmlInput: { 'aria-describedby': `${id}-message`, spellCheck: false } }}
      />
    </FieldFrame>
  );
}

/** The first one of any line. */
function findMessage(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  if ('message' in errors && typeof errors.message === 'string') return errors.message;
  return Object.entries(errors)
    .filter(([key]) => key !== 'ref')
    .map(([, inner]) => findMessage(inner))
    .find((message) => message !== undefined);
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  alignItems: 'start',
  gap: 4,
} as const;
