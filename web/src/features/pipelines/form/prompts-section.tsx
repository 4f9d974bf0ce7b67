import type { ListedPrompt } from '@portal/contracts/generation-request';
import OutlinedInput from '@mui/material/OutlinedInput';
import { memo } from 'react';
import { FormSection } from './form-section.tsx';

export interface EnteredPrompts {
  prompts: readonly ListedPrompt[];
  /** What has to be corrected. */
  problems: readonly string[];
}

interface Props {
  onChange: (entered: EnteredPrompts) => void;
}

export const PromptsSection = memo(function PromptsSection({ onChange }: Props) {
  return (
    <FormSection name="prompts" title="Prompts">
      <OutlinedInput
        multiline
        fullWidth
        minRows={6}
        maxRows={16}
        inputProps={{ 'aria-label': 'Prompts' }}
        onChange={({ target }) =>
          onChange({
            prompts: target.value
              .split('\n')
              .filter((line) => line.trim() !== '')
              .map((prompt) => ({ prompt })),
            problems: [],
          })
        }
      />
    </FormSection>
  );
});
