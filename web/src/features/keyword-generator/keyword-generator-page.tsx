import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { ToolColumns } from '../../shared/ui/tool-columns.tsx';
import { UploadCard } from './form/upload-card.tsx';
import { KeywordHistory } from './history/keyword-history.tsx';

export const KeywordGeneratorPage = () => (
  <PageBody maxWidth={1600}>
    <PageHeader title="Keyword Generator" subtitle="Generate SEO-optimized titles & keywords" />
    <ToolColumns tool="keyword-generator" form={<UploadCard />} history={<KeywordHistory />} />
  </PageBody>
);
