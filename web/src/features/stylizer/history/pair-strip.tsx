import { FailedSlot, PictureStrip } from '../../../pictures/batches/picture-strip.tsx';
import { Thumbnail, UnreadablePicture } from '../../../ui/thumbnail.tsx';
import { arrangePairs, type Pair } from './list-pairs.ts';
import type { Side } from './view-dialog.tsx';

/** Two squares side by side. */
const PAIR_RATIO = 2;

interface Props {
  pairs: readonly Pair[];
  /** Width of the strip in pixels. */
  width: number;
  onOpen: (side: Side, index: number) => void;
}

/** Each original of a batch beside its styled image. */
export const PairStrip = ({ pairs, width, onOpen }: Props) => (
  <PictureStrip
    items={pairs}
    ratio={PAIR_RATIO}
    width={width}
    arrange={(total, size) => arrangePairs(width, total, size)}
    sx={PAIRS}
  >
    {(pair) => <PairContent key={pair.result.index} pair={pair} onOpen={onOpen} />}
  </PictureStrip>
);

interface PairProps extends Pick<Props, 'onOpen'> {
  pair: Pair;
}

const PairContent = ({ pair, onOpen }: PairProps) => {
  const { index, fileName, originalThumbnailUrl, status } = pair.result;
  return (
    <div data-pair={status} title={fileName}>
      {pair.failure?.permanent === 'unreadable' ? (
        <div>
          <UnreadablePicture />
        </div>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`View original of ${fileName}`}
          onClick={() => onOpen('original', index)}
        >
          <Thumbnail path={originalThumbnailUrl} alt="" />
        </button>
      )}
      <After pair={pair} onOpen={onOpen} />
    </div>
  );
};

function After({ pair: { result, failure, placeholder }, onOpen }: PairProps) {
  const { index, fileName, thumbnailUrl, status } = result;
  if (thumbnailUrl !== null) {
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={`View styled ${fileName}`}
        onClick={() => onOpen('styled', index)}
      >
        <Thumbnail path={thumbnailUrl} alt="" placeholder={placeholder} />
      </button>
    );
  }
  if (failure) return <FailedSlot name={fileName} state={failure.state} reason={failure.reason} />;
  return <div data-slot={status === 'processing' ? 'running' : 'queued'} />;
}

const PAIRS = {
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '2px' },
  '& > [data-pair=failed] > button': { opacity: 0.4, filter: 'saturate(0.5)' },
  '& [data-slot]': { borderLeft: 0, borderRadius: '0 8px 8px 0' },
} as const;
