import Box from '@mui/material/Box';
import { useRef } from 'react';
import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { GenerationForm } from './form/generation-form.tsx';
import { useGenerationForm } from './form/use-generation-form.ts';
import { History } from './history/history.tsx';

export function ImageGeneratorPage() {
  const state = useGenerationForm();
  const history = useRef<HTMLDivElement>(null);
  const showHistory = () => {
    // Where form and history stand side by side it is in sight already.
    if (matchMedia('(max-width: 899.95px)').matches) history.current?.scrollIntoView();
  };
  return (
    <PageBody maxWidth={1600}>
      <PageHeader title="Bulk Image Generator" subtitle="Generate multiple images at once" />
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          gap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '400px minmax(0, 1fr)' },
          // Room for the submit bar, which stays at the bottom of a phone's screen.
          pb: { xs: 24, sm: 0 },
        }}
      >
        <GenerationForm state={state} onStarted={showHistory} />
        <Box ref={history} sx={{ minWidth: 0, scrollMarginTop: 72 }}>
          <History onCopySettings={state.copySettings} />
        </Box>
      </Box>
    </PageBody>
  );
}
