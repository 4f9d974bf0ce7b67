import { memo } from 'react';
import { PromptListField } from '../../../tools/prompt-lists/prompt-list-field.tsx';
import type { PromptListValue } from '../../../tools/prompt-lists/prompt-list-value.ts';
import type { PromptListState } from '../../../tools/prompt-lists/use-prompt-list.ts';
import { countOf } from '../../../ui/count.ts';
import { FormSection } from './form-section.tsx';

interface Props {
  value: PromptListValue;
  state: PromptListState;
  onChange: (value: PromptListValue) => void;
  /** Opens the suggestions with it. */
  theme: string | undefined;
}

export const PromptsSection = memo(function PromptsSection(props: Props) {
  return (
    <FormSection name="prompts" title="Prompts" summary={countOf(props.state.total, 'prompt')}>
      <PromptListField {...props} />
    </FormSection>
  );
});
