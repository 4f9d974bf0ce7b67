import Button from '@mui/material/Button';
import { describeFailure } from '../client/api/api-failure.ts';
import { ErrorState } from './notice-state.tsx';

interface Props {
  title: string;
  error: Error;
  onTryAgain: () => void;
}

/** Shown in place of content that failed to load. */
export const LoadFailure = ({ title, error, onTryAgain }: Props) => (
  <ErrorState
    title={title}
    action={
      <Button variant="outlined" onClick={onTryAgain}>
        Try again
      </Button>
    }
  >
    {describeFailure(error)}
  </ErrorState>
);
