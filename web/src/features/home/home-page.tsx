import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useSession } from '../../client/session/session.ts';
import { useTools, type Tool } from '../../pictures/registered-tools/tools.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useLateCode } from '../../ui/use-late-code.ts';
import { DropText, ZONE } from './drop/drop-text.tsx';
import { ListsSkeleton } from './lists/lists-skeleton.tsx';

export function HomePage() {
  const { productName } = useSession().settings;
  const tools = useTools();
  return (
    <PageBody isWide>
      <PageHeader title={`Welcome to ${productName}`} subtitle="Internal Portal (Beta)" />
      <Box sx={{ mb: 4 }}>
        <Typography variant="h2">Tools</Typography>
        <Box component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
          Generate, then stylize, upscale and add keywords.
        </Box>
      </Box>
      <Box sx={CARDS}>
        {tools.map((tool) => (
          <ToolCard key={tool.name} tool={tool} />
        ))}
      </Box>
      <Box sx={{ mt: { xs: 3, sm: 4 }, mb: { xs: 6, sm: 8 } }}>
        <Drop />
      </Box>
      <Lists />
    </PageBody>
  );
}

/** Both load right after the first screen. */
function Drop() {
  const code = useLateCode('home-drop', () => import('./drop/drop-pictures.tsx'), { afterMs: 0 });
  if (code) return <code.DropPictures />;
  return (
    <Box sx={ZONE}>
      <DropText />
    </Box>
  );
}

function Lists() {
  const code = useLateCode('home-lists', () => import('./lists/home-lists.tsx'), { afterMs: 0 });
  return code ? <code.HomeLists /> : <ListsSkeleton />;
}

function ToolCard({ tool: { name, title, path, icon: Icon } }: { tool: Tool }) {
  const titleId = `tool-${name}`;
  return (
    <Card component="article" aria-labelledby={titleId} sx={CARD}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
        <Box
          sx={{
            display: 'grid',
            placeContent: 'center',
            flexShrink: 0,
            width: 36,
            height: 36,
            borderRadius: '8px',
            border: '1px solid',
            borderColor: 'divider',
            color: 'primary.main',
          }}
        >
          <Icon aria-hidden size={18} />
        </Box>
        <Typography id={titleId} variant="h3">
          {title}
        </Typography>
      </Box>
      <Button component={Link} to={path} variant="outlined" aria-describedby={titleId} sx={LAUNCH}>
        Launch
      </Button>
    </Card>
  );
}

const CARDS = {
  display: 'grid',
  gap: { xs: 2, sm: 4 },
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(4, minmax(0, 1fr))',
  },
} as const;

const CARD = {
  position: 'relative',
  display: { xs: 'flex', sm: 'grid' },
  gridTemplateRows: '1fr auto',
  alignItems: 'center',
  justifyContent: { xs: 'space-between', sm: 'normal' },
  gap: { xs: 3, sm: 8 },
  p: { xs: 3, sm: 5 },
  transition: 'border-color 140ms ease-out',
  '&:hover': { borderColor: 'text.secondary' },
} as const;

const LAUNCH = {
  flexShrink: 0,
  // The whole card is clickable.
  position: 'static',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '12px' },
} as const;
