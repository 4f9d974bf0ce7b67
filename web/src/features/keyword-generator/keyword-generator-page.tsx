import { BatchCount } from '../../shared/batches/batch-count.tsx';
import { useTool } from '../../shared/tools/tools.ts';
import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { ToolColumns } from '../../shared/ui/tool-columns.tsx';
import { keywords } from './batches/keywords.ts';
import { UploadCard } from './form/upload-card.tsx';
import { KeywordHistory } from './history/keyword-history.tsx';

export function KeywordGeneratorPage() {
  const { title } = useTool('keyword-generator');
  return (
    <PageBody isWide>
      <PageHeader title={title} subtitle="Generate SEO-optimized titles & keywords" />
      <ToolColumns
        tool="keyword-generator"
        count={<BatchCount tool={keywords} />}
        form={<UploadCard />}
        history={<KeywordHistory />}
      />
    </PageBody>
  );
}
