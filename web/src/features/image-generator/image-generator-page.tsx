import { BatchCount } from '../../pictures/batches/batch-count.tsx';
import { useTool } from '../../pictures/registered-tools/tools.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { showHistory, ToolColumns } from '../../ui/tool-columns.tsx';
import { generator } from './batches/generator.ts';
import { GenerationForm } from './form/generation-form.tsx';
import { useGenerationForm } from './form/use-generation-form.ts';
import { GeneratorHistory } from './history/generator-history.tsx';

export function ImageGeneratorPage() {
  const { title } = useTool('image-generator');
  const state = useGenerationForm();
  return (
    <PageBody isWide>
      <PageHeader title={title} subtitle="Generate multiple images at once" />
      <ToolColumns
        tool="image-generator"
        form={<GenerationForm state={state} onStarted={() => showHistory('image-generator')} />}
        count={<BatchCount tool={generator} />}
        history={<GeneratorHistory onCopySettings={state.copySettings} />}
      />
    </PageBody>
  );
}
