import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { showHistory, ToolColumns } from '../../shared/ui/tool-columns.tsx';
import { GenerationForm } from './form/generation-form.tsx';
import { useGenerationForm } from './form/use-generation-form.ts';
import { History } from './history/generator-history.tsx';

export function ImageGeneratorPage() {
  const state = useGenerationForm();
  return (
    <PageBody maxWidth={1600}>
      <PageHeader title="Bulk Image Generator" subtitle="Generate multiple images at once" />
      <ToolColumns
        tool="image-generator"
        form={<GenerationForm state={state} onStarted={() => showHistory('image-generator')} />}
        history={<History onCopySettings={state.copySettings} />}
      />
    </PageBody>
  );
}
