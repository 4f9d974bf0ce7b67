import Box from '@mui/material/Box';
import { CircleAlert, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What will appear here and how to start, or what happened and what to do. */
  children?: ReactNode;
  action?: ReactNode;
}

export const EmptyState = (props: Props) => <NoticeState icon={<Inbox aria-hidden size={22} />} {...props} />;

export const ErrorState = (props: Props) => (
  <NoticeState icon={<CircleAlert aria-hidden size={22} />} role="alert" {...props} />
);

function NoticeState({ icon, title, children, action, role }: Props & { icon: ReactNode; role?: string }) {
  return (
    <Box
      role={role}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 2,
        px: 6,
        py: 14,
        textAlign: 'center',
        color: 'text.secondary',
        border: '1px dashed',
        borderColor: 'divider',
        borderRadius: '12px',
      }}
    >
      {icon}
      <Box component="p" sx={{ m: 0, typography: 'h3', color: 'text.primary' }}>
        {title}
      </Box>
      {children !== undefined && (
        <Box component="p" sx={{ m: 0, maxWidth: '52ch' }}>
          {children}
        </Box>
      )}
      {action}
    </Box>
  );
}
