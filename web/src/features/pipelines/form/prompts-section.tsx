import { memo } from 'react';
import { PromptListField } from '../../../tools/prompt-lists/prompt-list-field.tsx';
import type { PromptListValue } from '../../../tools/prompt-lists/prompt-list-value.ts';
import type { PromptListState } from '../../../tools/prompt-lists/use-prompt-list.ts';
import { FormSection } from './form-section.tsx';

interface Props {
  value: PromptListValue;
  state: PromptListState;
  onChange: (value: PromptListValue) => void;
}

export const PromptsSection = memo(function PromptsSection(props: Props) {
  return (
    <FormSection name="prompts" title="Prompts">
      <PromptListField {...props} />
    </FormSection>
  );
});
