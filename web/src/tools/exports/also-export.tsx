import type { ExportCheck } from '@portal/contracts/exports';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useId } from 'react';
import { formatCount } from '../../ui/count.ts';

interface Props {
  /** Others that take some of the pictures. */
  agencies: ExportCheck['agencies'];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Agencies that get a ZIP of their own in the same download. */
export function AlsoExport({ agencies, chosen, onChoose }: Props) {
  const id = useId();
  if (agencies.length === 0) return null;
  const toggle = (agency: string) => onChoose(chosen.symmetricDifference(new Set([agency])));
  return (
    <Box role="group" aria-labelledby={id}>
      <Box id={id} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        Also export for
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        {agencies.map(({ id: agency, name, ready, uncertain }) => (
          <FormControlLabel
            key={agency}
            control={<Checkbox size="small" checked={chosen.has(agency)} onChange={() => toggle(agency)} />}
            label={`${name} (${uncertain > 0 ? 'up to ' : ''}${formatCount(ready)})`}
            slotProps={{ typography: { sx: { fontSize: '0.8125rem' } } }}
          />
        ))}
      </Box>
    </Box>
  );
}
