import { Star, Trash2 } from 'lucide-react';
import { IconAction } from '../../shared/ui/icon-action.tsx';
import { ImageViewer } from '../../shared/viewer/image-viewer.tsx';
import type { ShownPicture } from './model/list-rows.ts';

interface Props {
  isOpen: boolean;
  pictures: readonly ShownPicture[];
  current: string;
  /** Keys of pictures to delete. */
  marked: ReadonlySet<string>;
  onMark: (key: string, isMarked: boolean) => void;
  onStar: (picture: ShownPicture, isStarred: boolean) => void;
  onMove: (key: string) => void;
  onClose: () => void;
}

/** The viewer with keys to pick (P), reject (X) or unmark (U) a picture. P and X go on to the next one. */
export function CullingViewer(props: Props) {
  const { isOpen, pictures, current, marked, onMark, onStar, onMove, onClose } = props;
  const position = pictures.findIndex(({ key }) => key === current);
  const shown = pictures[position];
  const isMarked = marked.has(current);
  const next = () => {
    const following = pictures[position + 1];
    if (following) onMove(following.key);
  };
  const pick = () => {
    if (!shown) return;
    onStar(shown, true);
    onMark(current, false);
    next();
  };
  const reject = () => {
    onMark(current, true);
    next();
  };
  const unmark = () => {
    if (shown?.picture.isStarred === true) onStar(shown, false);
    onMark(current, false);
  };
  const isStarred = shown?.picture.isStarred ?? false;
  const star = () => shown && onStar(shown, !isStarred);
  return (
    <ImageViewer
      isOpen={isOpen}
      pictures={pictures.map(({ picture }, index) => {
        const { fileName, url, thumbnailUrl, originalUrl, width = 0, height = 0 } = picture;
        return {
          index,
          fileName,
          webUrl: url,
          thumbnailUrl,
          width,
          height,
          ...(originalUrl !== undefined && {
            original: { webUrl: originalUrl, thumbnailUrl: `${originalUrl}/thumbnail` },
          }),
        };
      })}
      hasFailed={false}
      index={position}
      keys={{ p: pick, P: pick, x: reject, X: reject, u: unmark, U: unmark, s: star, S: star }}
      actions={() => (
        <>
          <IconAction label={isStarred ? 'Remove star' : 'Star'} aria-pressed={isStarred} onClick={star}>
            <Star size={18} fill={isStarred ? 'currentColor' : 'none'} />
          </IconAction>
          <IconAction
            label={isMarked ? 'Keep' : 'Mark for deletion'}
            aria-pressed={isMarked}
            onClick={() => onMark(current, !isMarked)}
          >
            <Trash2 size={18} color={isMarked ? 'var(--mui-palette-error-main)' : undefined} />
          </IconAction>
        </>
      )}
      onMove={(index) => {
        const moved = pictures[index];
        if (moved) onMove(moved.key);
      }}
      onClose={onClose}
    />
  );
}
