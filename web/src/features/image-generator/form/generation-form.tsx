import Box from '@mui/material/Box';
import { History } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { IconAction } from '../../../ui/icon-action.tsx';
import { ToolCard, ToolCardBody } from '../../../ui/tool-card.tsx';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { PromptField } from '../../../tools/generation/prompt-field.tsx';
import { ProviderFields, ProviderPicker } from '../../../tools/generation/provider-fields.tsx';
import { SandboxBadge } from '../../../tools/providers/provider-notice.tsx';
import { MoreGenerationOptions } from './more-generation-options.tsx';
import { QuantityField } from './quantity-field.tsx';
import { ReplacedPrompt } from './replaced-prompt.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { UsagePanel } from './usage-panel.tsx';
import type { useGenerationForm } from './use-generation-form.ts';
import { useSubmission } from './use-submission.ts';

const TITLE_ID = 'generate-images';

interface Props {
  state: ReturnType<typeof useGenerationForm>;
  /** Called once the new batch is in the history. */
  onStarted: () => void;
}

export function GenerationForm({ state, onStarted }: Props) {
  const { form, replaced, restoreReplaced, forgetReplaced, repeatPrompt } = state;
  const provider = useWatch({ control: form.control, name: 'provider' });
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const history = useLateCode('prompt-history', () => import('./prompt-history-dialog.tsx'), {
    isNeeded: isHistoryOpen,
  });
  const { submit, isSending } = useSubmission(form, () => {
    forgetReplaced();
    onStarted();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const isInPrompt = event.target instanceof HTMLTextAreaElement && event.target.name === 'prompt';
    if (event.altKey && event.key === 'ArrowUp' && isInPrompt) {
      event.preventDefault();
      setIsHistoryOpen(true);
    }
    if (event.key !== 'Enter') return;
    const isShortcut = event.ctrlKey || event.metaKey;
    // Enter in a field must not start a batch by accident, since a batch costs money.
    if (isShortcut || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isShortcut && !event.repeat) void submit();
  };
  return (
    <ToolCard titleId={TITLE_ID}>
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          aria-labelledby={TITLE_ID}
          onSubmit={(event) => void submit(event)}
          onKeyDown={onKeyDown}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <ToolCardBody
            titleId={TITLE_ID}
            title="Generate Images"
            badge={<SandboxBadge providers={[provider]} />}
            pinned={
              <PromptField
                name="prompt"
                placeholder="Describe the images"
                minRows={2}
                action={
                  <IconAction
                    label="Prompt history"
                    aria-haspopup="dialog"
                    aria-keyshortcuts="Alt+ArrowUp"
                    onClick={() => setIsHistoryOpen(true)}
                    sx={{ width: 24, height: 24 }}
                  >
                    <History size={15} />
                  </IconAction>
                }
              />
            }
          >
            {replaced && <ReplacedPrompt onUndo={restoreReplaced} onDismiss={forgetReplaced} />}
            <QuantityField />
            <ProviderPicker />
            {/* Close enough for all of them to be seen on a laptop. */}
            <Box sx={{ display: 'grid', gap: 2 }}>
              <ProviderFields usage={<UsagePanel />} />
              <MoreGenerationOptions />
            </Box>
          </ToolCardBody>
          <SubmitBar isSending={isSending} />
        </Box>
      </FormProvider>
      {history && (
        <history.PromptHistoryDialog
          isOpen={isHistoryOpen}
          onUse={(prompt) => {
            repeatPrompt(prompt);
            setIsHistoryOpen(false);
          }}
          onClose={() => setIsHistoryOpen(false)}
          onClosed={() => form.setFocus('prompt')}
        />
      )}
    </ToolCard>
  );
}
