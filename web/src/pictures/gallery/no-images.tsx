import { isActive, type BatchStatus } from '@portal/contracts/batches';
import { EmptyState } from '../../ui/notice-state.tsx';

export const NoImages = ({ status }: { status: BatchStatus }) => (
  <EmptyState title="No images found in this batch">
    {isActive(status) ? 'Finished images appear here.' : 'None was finished, or all were deleted.'}
  </EmptyState>
);
