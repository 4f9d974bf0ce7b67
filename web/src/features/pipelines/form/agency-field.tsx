import { AGENCIES } from '@portal/contracts/agencies/agencies';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import Select from '@mui/material/Select';
import { useId } from 'react';
import { FieldFrame } from '../../../ui/field-frame.tsx';

interface Props {
  /** Id of the agency, or '' for none. */
  value: string;
  hasKeywords: boolean;
  onChange: (agency: string) => void;
}

/** Whose export the job ends with. The files themselves are prepared when somebody exports them. */
export function AgencyField({ value, hasKeywords, onChange }: Props) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label="Export for"
      htmlFor={`${id}-input`}
      isRow
      hint={
        value !== '' && !hasKeywords
          ? 'Agencies ask for titles and keywords. Turn on Keywords above.'
          : undefined
      }
    >
      <Select
        native
        fullWidth
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{ id: `${id}-input`, 'aria-describedby': `${id}-message` }}
        sx={{ fontSize: '0.875rem', '& select': { py: '7px' } }}
      >
        <option value="">No agency</option>
        {[...AGENCIES, OWN_AGENCY].map((agency) => (
          // All pictures of a job are made by AI.
          <option key={agency.id} value={agency.id} disabled={!agency.acceptsAi}>
            {agency.acceptsAi ? agency.name : `${agency.name} (does not accept AI pictures)`}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
