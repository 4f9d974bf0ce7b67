import { useId } from 'react';
import { Segments } from '../../ui/segments.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { choosePictureSize, PICTURE_SIZES, usePictureSize } from './picture-size.ts';

const LABELS = { small: 'Small', medium: 'Medium', large: 'Large' } as const;
const SEGMENTS = PICTURE_SIZES.map((value) => ({ value, label: LABELS[value] }));

/** How large pictures are in the histories, in the Library and in jobs. At the end of a line. */
export function PictureSizeControl() {
  const id = useId();
  const size = usePictureSize();
  return (
    <div style={{ flex: 'none', width: 192, marginLeft: 'auto' }}>
      <span id={`${id}-label`} style={VISUALLY_HIDDEN}>
        Picture size
      </span>
      <Segments
        id={id}
        name="picture-size"
        segments={SEGMENTS}
        value={size}
        onChoose={(value) => {
          const chosen = PICTURE_SIZES.find((each) => each === value);
          if (chosen) choosePictureSize(chosen);
        }}
      />
    </div>
  );
}
