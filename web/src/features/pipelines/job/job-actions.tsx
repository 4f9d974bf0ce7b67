import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { LoadingButton } from '../../../ui/loading-button.tsx';
import { MoreActions, type MenuAction } from '../../../ui/more-actions.tsx';

export interface JobAction extends MenuAction {
  isLoading?: boolean;
  /** The page's one primary button. */
  isPrimary?: boolean;
  opensDialog?: boolean;
  /** On a phone it is at the other end, so that a late tap on it does not start what replaces it. */
  isStop?: boolean;
}

interface Props {
  /** The likeliest first: on a phone the others are in the menu, so that the line never grows. */
  actions: readonly JobAction[];
  /** Always in the menu. */
  more: readonly MenuAction[];
}

/** What can be done with the job, in one line. */
export function JobActions({ actions, more }: Props) {
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const shown = isPhone ? actions.slice(0, 1) : actions;
  return (
    <Box sx={shown.some(({ isStop }) => isStop === true) ? STOP : ACTIONS}>
      {shown.map(
        ({ label, icon: Icon, isLoading = false, isPrimary = false, opensDialog = false, onClick }) => (
          <LoadingButton
            key={label}
            variant={isPrimary ? 'contained' : 'outlined'}
            size="small"
            {...(opensDialog && { 'aria-haspopup': 'dialog' })}
            loading={isLoading}
            loadingPosition="start"
            startIcon={<Icon aria-hidden size={16} />}
            onClick={onClick}
          >
            {label}
          </LoadingButton>
        ),
      )}
      <MoreActions actions={[...actions.slice(shown.length), ...more]} />
    </Box>
  );
}

const ACTIONS = {
  display: 'flex',
  flexWrap: { sm: 'wrap', lg: 'nowrap' },
  flexShrink: { lg: 0 },
  width: { xs: '100%', lg: 'auto' },
  alignItems: 'center',
  justifyContent: { xs: 'space-between', sm: 'flex-start' },
  gap: 2,
} as const;
const STOP = { ...ACTIONS, justifyContent: 'flex-end' } as const;
