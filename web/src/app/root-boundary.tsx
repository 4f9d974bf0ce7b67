import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { PageBody } from '../ui/page-body.tsx';
import { ErrorState } from '../ui/notice-state.tsx';
import { describeFailure } from '../client/api/api-failure.ts';

/** Catches errors that no route has caught, and offers a reload. */
export class RootBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <BrokenPage error={this.state.error} />;
  }
}

export const BrokenPage = ({ error }: { error: unknown }) => (
  <PageBody>
    <ErrorState
      title={describeFailure(error)}
      action={
        <Button variant="outlined" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    />
  </PageBody>
);
