import { AGENCIES } from '@portal/contracts/agencies/agencies';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SettingField, SettingSelect } from '../section/fields.tsx';
import { SectionPanel } from '../section/section-panel.tsx';
import { NO, startFrom, useAgencySettings, YES, type SavedAgencies } from './agency-form.ts';
import { ColumnsField } from './columns-field.tsx';

interface Props {
  saved: SavedAgencies;
  hasProblems: boolean;
}

type Form = ReturnType<typeof useAgencySettings>['form'];

const NO_LIMIT = 'No limit';

/** The profile of a customer, or of an agency that the portal does not know. */
export function AgencySection({ saved, hasProblems }: Props) {
  const section = useAgencySettings(saved);
  const { form } = section;
  const { register, formState } = form;
  const errors = formState.errors.own;
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="Your own profile in “Export for agency”, beside those of the stock agencies."
    >
      <Box sx={GRID}>
        <SettingField label="Name" field={register('own.name')} error={errors?.name?.message} />
        <StartFrom form={form} />
        <YesNo form={form} name="own.acceptsAi" label="Accepts AI pictures" />
      </Box>
      <ColumnsField form={form} />
      <Disclosure summary="Advanced">
        <Box sx={{ ...GRID, pt: 3 }}>
          <YesNo form={form} name="own.needsTexts" label="Needs title and keywords" />
          <YesNo form={form} name="own.isEnglishOnly" label="English only" />
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
            label="Minimum pixels per side"
            field={register('own.minEdge')}
            error={errors?.minEdge?.message}
            placeholder={NO_LIMIT}
          />
          <SettingField
            label="Maximum pixels per side"
            field={register('own.maxEdge')}
            error={errors?.maxEdge?.message}
            placeholder={NO_LIMIT}
          />
          <SettingField
            label="Minimum file size in MB"
            field={register('own.minBytes')}
            error={errors?.minBytes?.message}
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
      </Disclosure>
    </SectionPanel>
  );
}

/** Fills the form in, and leaves the name. */
function StartFrom({ form }: { form: Form }) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  const start = (agencyId: string) => {
    const agency = AGENCIES.find((each) => each.id === agencyId);
    setChosen(agencyId);
    if (!agency) return;
    form.reset({ own: startFrom(agency, form.getValues('own.name')) }, { keepDefaultValues: true });
  };
  return (
    <FieldFrame id={id} label="Start from" htmlFor={id} hint="Replaces everything but the name.">
      <TextField
        select
        id={id}
        value={chosen}
        onChange={({ target }) => start(target.value)}
        fullWidth
        slotProps={{ select: { native: true }, htmlInput: { 'aria-describedby': `${id}-message` } }}
      >
        <option value="">Choose an agency</option>
        {AGENCIES.map((agency) => (
          <option key={agency.id} value={agency.id}>
            {agency.name}
          </option>
        ))}
      </TextField>
    </FieldFrame>
  );
}

interface YesNoProps {
  form: Form;
  name: 'own.acceptsAi' | 'own.needsTexts' | 'own.isEnglishOnly';
  label: string;
}

function YesNo({ form, name, label }: YesNoProps) {
  const id = useId();
  const { field } = useController({ control: form.control, name });
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

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  alignItems: 'start',
  gap: 4,
} as const;
