import { useParams } from 'react-router-dom';
import { TOOLS } from '../shared/tools.ts';
import { EmptyState } from '../shared/ui/notice-state.tsx';
import { PageBody } from '../shared/ui/page-body.tsx';
import { PageHeader } from '../shared/ui/page-header.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Until a tool has a page of its own, its address says so. */
export function ToolPage() {
  const { toolId } = useParams();
  const tool = TOOLS.find(({ id }) => id === toolId);
  if (!tool) return <NotFoundPage />;
  return (
    <PageBody>
      <PageHeader title={tool.title} />
      <EmptyState title="This tool is not open yet">
        It arrives with one of the next releases of the portal.
      </EmptyState>
    </PageBody>
  );
}
