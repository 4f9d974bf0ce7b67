import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useSession } from '../../shared/session/session.ts';
import { useTools, type Tool } from '../../shared/tools/tools.ts';
import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';

export function HomePage() {
  const { productName } = useSession().settings;
  const tools = useTools();
  return (
    <PageBody>
      <PageHeader title={`Welcome to ${productName}`} subtitle="Internal Portal (Beta)" />
      <Typography variant="h2" sx={{ mb: 4 }}>
        Tools
      </Typography>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
        {tools.map((tool) => (
          <ToolCard key={tool.name} tool={tool} />
        ))}
      </Box>
    </PageBody>
  );
}

function ToolCard({ tool: { name, title, path, icon: Icon } }: { tool: Tool }) {
  const titleId = `tool-${name}`;
  return (
    <Card component="article" aria-labelledby={titleId} sx={{ p: 5, display: 'grid', gap: 8 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Box
          sx={{
            display: 'grid',
            placeContent: 'center',
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
      <Button component={Link} to={path} variant="outlined" aria-describedby={titleId}>
        Launch
      </Button>
    </Card>
  );
}
