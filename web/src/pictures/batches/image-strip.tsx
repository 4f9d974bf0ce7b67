import { Thumbnail } from '../../ui/thumbnail.tsx';
import { arrangeSlots, type Slot } from './list-slots.ts';
import { FailedSlot, PictureStrip } from './picture-strip.tsx';

interface Props {
  slots: readonly Slot[];
  /** Aspect ratio of the images, width over height. */
  ratio: number;
  /** Width of the strip in pixels. */
  width: number;
  makeThumbnailPath: (url: string) => string;
  onOpen: (index: number) => void;
}

/** One slot for each image of a batch, filled as images finish. */
export const ImageStrip = ({ slots, ratio, width, ...slotProps }: Props) => (
  <PictureStrip
    items={slots}
    ratio={ratio}
    width={width}
    arrange={(total, size) => arrangeSlots(width, ratio, total, size)}
  >
    {(slot) => <SlotContent key={slot.index} slot={slot} {...slotProps} />}
  </PictureStrip>
);

interface SlotProps extends Pick<Props, 'makeThumbnailPath' | 'onOpen'> {
  slot: Slot;
}

function SlotContent({ slot, makeThumbnailPath, onOpen }: SlotProps) {
  const name = `Image ${slot.index + 1}`;
  if (slot.state === 'made') {
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Open image ${slot.index + 1}`}
        onClick={() => onOpen(slot.index)}
      >
        <Thumbnail path={makeThumbnailPath(slot.url)} alt="" placeholder={slot.placeholder} />
      </button>
    );
  }
  if (slot.state === 'failed' || slot.state === 'uncertain')
    return <FailedSlot name={name} state={slot.state} reason={slot.reason} />;
  if (slot.state === 'running' && slot.share !== undefined) {
    const percent = `${Math.floor(slot.share * 100)}%`;
    return (
      <div role="img" aria-label={`${name}: ${percent} done`} data-slot="running">
        {percent}
      </div>
    );
  }
  return <div data-slot={slot.state} />;
}
