import { describeBatchTitle } from '@portal/contracts/batch-title';
import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { useTools } from '../../../pictures/registered-tools/tools.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { HomeSection } from './home-section.tsx';
import { PICTURE_GRID } from './picture-grid.ts';
import type { LatestPicture } from './pick-lists.ts';
import { makeBatchPath } from '../../../pictures/batches/batch-path.ts';

/** Each opens its batch. */
export function LatestPictures({ latest }: { latest: readonly LatestPicture[] }) {
  const tools = useTools();
  return (
    <HomeSection
      title="Latest pictures"
      end={
        <Box component={Link} to="/library" sx={{ color: 'primary.main', fontWeight: 500 }}>
          Open Library
        </Box>
      }
    >
      <Box component="ul" sx={{ ...PICTURE_GRID, m: 0, p: 0, listStyle: 'none' }}>
        {latest.map(({ batch, picture }) => (
          <li key={`${batch.id} ${picture.index}`}>
            <Box
              component={Link}
              to={makeBatchPath(tools.find(({ name }) => name === batch.tool)?.path, batch.id)}
              aria-label={`${picture.fileName}, ${describeBatchTitle(batch)}`}
              title={picture.fileName}
              sx={TILE}
            >
              <Thumbnail path={picture.thumbnailUrl} alt="" placeholder={picture.placeholder} />
            </Box>
          </li>
        ))}
      </Box>
    </HomeSection>
  );
}

const TILE = {
  display: 'block',
  aspectRatio: '1',
  overflow: 'hidden',
  borderRadius: '8px',
  border: '1px solid',
  borderColor: 'divider',
  '&:hover': { borderColor: 'text.secondary' },
} as const;
