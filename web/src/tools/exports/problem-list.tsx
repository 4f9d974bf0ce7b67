import { formatPrice } from '@portal/contracts/dollars';
import type { CheckedPicture } from '@portal/contracts/exports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { SentPicture } from '../../pictures/send-to/sent-pictures.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { listRemedies, type OfferedRemedy, type ProblemGroup } from './group-problems.ts';

interface Props {
  title: string;
  groups: readonly ProblemGroup[];
  isBusy: boolean;
  findSent: (picture: CheckedPicture) => SentPicture | undefined;
  onRemedy: (remedy: OfferedRemedy) => void;
}

/** Of each group. */
const MAX_THUMBNAILS = 6;

/** Problems with the pictures that have them, and what one click can do. */
export function ProblemList({ title, groups, isBusy, findSent, onRemedy }: Props) {
  const id = useId();
  if (groups.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      <Box component="ul" sx={LIST}>
        {groups.map((group) => (
          <Box component="li" key={group.kind}>
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500 }}>
                {group.title}{' '}
                <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                  {countOf(group.pictures.length, 'picture')}
                </Box>
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {group.isSame ? group.message : `For example: ${group.message}`}
              </Typography>
              <Thumbnails pictures={group.pictures} findSent={findSent} />
            </Box>
            <Box
              sx={{
                display: 'grid',
                alignContent: 'start',
                gap: 2,
                justifyItems: { xs: 'start', sm: 'end' },
              }}
            >
              {listRemedies(group).map((remedy) => (
                <RemedyButton
                  key={remedy.kind === 'upscale' ? `upscale ${remedy.scale}` : remedy.kind}
                  remedy={remedy}
                  isBusy={isBusy}
                  isForAll={remedy.pictures.length === group.pictures.length}
                  onClick={() => onRemedy(remedy)}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Thumbnails({ pictures, findSent }: Pick<Props, 'findSent'> & Pick<ProblemGroup, 'pictures'>) {
  const rest = pictures.length - MAX_THUMBNAILS;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2 }}>
      {pictures.slice(0, MAX_THUMBNAILS).map((picture) => (
        <Box key={picture.fileName} title={picture.fileName} sx={THUMBNAIL}>
          <Thumbnail path={findSent(picture)?.thumbnailUrl ?? null} alt={picture.fileName} />
        </Box>
      ))}
      {rest > 0 && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', ml: 1 }}>
          +{formatCount(rest)}
        </Box>
      )}
    </Box>
  );
}

interface RemedyProps {
  remedy: OfferedRemedy;
  isBusy: boolean;
  /** Of the group; otherwise the button says of how many. */
  isForAll: boolean;
  onClick: () => void;
}

function RemedyButton({ remedy, isBusy, isForAll, onClick }: RemedyProps) {
  const advice = remedy.kind === 'upscale' ? remedy.advice : null;
  return (
    <Box sx={{ display: 'grid', alignContent: 'start', gap: 1, justifyItems: { xs: 'start', sm: 'end' } }}>
      <Button
        size="small"
        variant="outlined"
        disabled={isBusy}
        onClick={onClick}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {labelOf(remedy, isForAll)}
      </Button>
      {advice !== null && (
        <Box component="span" sx={ADVICE}>
          {advice}
        </Box>
      )}
    </Box>
  );
}

function labelOf(remedy: OfferedRemedy, isForAll: boolean): string {
  const { length } = remedy.pictures;
  const count = isForAll ? '' : ` (${formatCount(length)})`;
  switch (remedy.kind) {
    case 'upscale':
      return `${remedy.scale}x upscale${count}: ${formatPrice(remedy.price * length)}`;
    case 'fix-texts':
      return `Fix texts${count}`;
    default:
      return `Send to Keywords${count}`;
  }
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
    gap: 3,
    p: 4,
    borderTop: '1px solid',
    borderColor: 'divider',
    '&:first-of-type': { borderTop: 0 },
  },
} as const;

const THUMBNAIL = { width: 48, height: 48, borderRadius: '6px', overflow: 'hidden' } as const;

const ADVICE = {
  maxWidth: 220,
  fontSize: '0.75rem',
  color: 'text.secondary',
  textAlign: { xs: 'left', sm: 'right' },
} as const;
