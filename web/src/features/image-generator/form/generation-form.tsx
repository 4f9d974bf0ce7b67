import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { PromptField } from './prompt-field.tsx';
import { ProviderFields, ProviderPicker } from './provider-fields.tsx';
import { QuantityField } from './quantity-field.tsx';
import { ReplacedPrompt } from './replaced-prompt.tsx';
import { SubmitBar } from './submit-bar.tsx';
import type { useGenerationForm } from './use-generation-form.ts';
import { useSubmission } from './use-submission.ts';

interface Props {
  state: ReturnType<typeof useGenerationForm>;
  /** The history has the new batch. */
  onStarted: () => void;
}

export function GenerationForm({ state, onStarted }: Props) {
  const { form, replaced, takeBack, forgetReplaced } = state;
  const { submit, isSending } = useSubmission(form, () => {
    forgetReplaced();
    onStarted();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const isShortcut = event.ctrlKey || event.metaKey;
    // Enter alone would start a batch from any field, by the way; and a batch is paid for.
    if (isShortcut || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isShortcut && !event.repeat) void submit();
  };
  return (
    <Card
      component="section"
      aria-labelledby="generate-images"
      sx={{
        position: { md: 'sticky' },
        top: 80,
        display: 'flex',
        flexDirection: 'column',
        maxHeight: { md: 'max(480px, calc(100dvh - 196px))' },
      }}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          aria-labelledby="generate-images"
          onSubmit={(event) => void submit(event)}
          onKeyDown={onKeyDown}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <Box sx={{ display: 'grid', gap: 4, p: 5, pb: 4, overflowY: { md: 'auto' } }}>
            <Typography id="generate-images" variant="h2">
              Generate Images
            </Typography>
            <PromptField name="prompt" placeholder="Describe the images" minRows={3} />
            {replaced && <ReplacedPrompt onUndo={takeBack} onDismiss={forgetReplaced} />}
            <QuantityField />
            <ProviderPicker />
            <Box sx={{ display: 'grid', gap: 3 }}>
              <ProviderFields />
            </Box>
          </Box>
          <SubmitBar isSending={isSending} />
        </Box>
      </FormProvider>
    </Card>
  );
}
