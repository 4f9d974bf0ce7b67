import { UpscaleQualitySchema, type UpscaleQuality } from '@portal/contracts/upscale';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { Segments } from '../../../ui/segments.tsx';

interface Props {
  quality: UpscaleQuality;
  onChoose: (quality: UpscaleQuality) => void;
}

const ID = 'upscale-quality';
const LABELS: Readonly<Record<UpscaleQuality, string>> = { best: 'Best', fast: 'Fast' };
const SEGMENTS = UpscaleQualitySchema.options.map((value) => ({ value, label: LABELS[value] }));

export const QualityField = ({ quality, onChoose }: Props) => (
  <FieldFrame id={ID} label="Quality" isRow>
    <Segments
      id={ID}
      name="quality"
      value={quality}
      segments={SEGMENTS}
      onChoose={(value) => onChoose(UpscaleQualitySchema.parse(value))}
    />
  </FieldFrame>
);
