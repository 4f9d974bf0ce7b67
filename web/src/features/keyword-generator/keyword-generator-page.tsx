import { BatchCount } from '../../pictures/batches/batch-count.tsx';
import { useTool } from '../../pictures/registered-tools/tools.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ToolColumns } from '../../ui/tool-columns.tsx';
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
