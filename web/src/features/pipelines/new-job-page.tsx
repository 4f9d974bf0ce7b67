import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { JobForm } from './form/job-form.tsx';

export function NewJobPage() {
  return (
    <PageBody isWide>
      <PageHeader title="New job" subtitle="Many prompts, several models, all stages, one price" />
      <JobForm />
    </PageBody>
  );
}
