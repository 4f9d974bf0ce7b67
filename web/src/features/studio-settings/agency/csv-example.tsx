import { writeAgencyCsv } from '@portal/contracts/agencies/agency-csv';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { readCategories, readCsv, type useAgencySettings } from './agency-form.ts';

const EXAMPLE = {
  fileName: 'red-fox-in-the-snow.jpg',
  seo_image_title: 'Red fox in the snow',
  seo_description: 'A red fox looks for mice in the snow.',
  keywords: ['red fox', 'snow', 'winter'],
  category: 1,
  isMadeByAi: true,
  prompt: 'A red fox in the snow',
  model: 'Google imagen4',
};

interface Props {
  control: ReturnType<typeof useAgencySettings>['form']['control'];
}

/** A picture that AI made, as the CSV would have it. */
export function CsvExample({ control }: Props) {
  const id = useId();
  const own = useWatch({ control, name: 'own' });
  const csv = writeAgencyCsv([EXAMPLE], {
    ...OWN_AGENCY,
    aiKeyword: own.base.aiKeyword,
    categories: readCategories(own),
    csv: readCsv(own),
  });
  if (csv === undefined) return undefined;
  return (
    <FieldFrame id={id} label="Example">
      <Box component="pre" role="group" aria-labelledby={`${id}-label`} tabIndex={0} sx={EXAMPLE_STYLE}>
        {csv.replace(/^\ufeff/, '').trim()}
      </Box>
    </FieldFrame>
  );
}

const EXAMPLE_STYLE = {
  m: 0,
  p: 3,
  overflowX: 'auto',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
  fontSize: '0.8125rem',
} as const;
