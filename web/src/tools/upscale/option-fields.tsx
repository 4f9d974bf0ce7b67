import type { Scale } from '@portal/contracts/upscale';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { SWITCH } from '../../ui/switch-style.ts';
import { Segments } from '../../ui/segments.tsx';

interface Props {
  scale: Scale;
  enhance: boolean;
  /** While sending, changes would have no effect. */
  isDisabled: boolean;
  onScale: (scale: Scale) => void;
  onEnhance: (enhance: boolean) => void;
}

const SCALES = new Map<string, Scale>([
  ['2', 2],
  ['4', 4],
]);
const ENHANCE_ID = 'upscale-enhance';

export const OptionFields = ({ scale, enhance, isDisabled, onScale, onEnhance }: Props) => (
  <Box
    component="fieldset"
    aria-label="Upscale options"
    disabled={isDisabled}
    sx={{ display: 'grid', gap: 4, m: 0, p: 0, border: 0, minWidth: 0 }}
  >
    <FieldFrame id="upscale-scale" label="Scale" isRow>
      <Segments
        id="upscale-scale"
        name="scale"
        value={String(scale)}
        segments={[...SCALES.keys()].map((value) => ({ value, label: `${value}x` }))}
        onChoose={(value) => onScale(SCALES.get(value) ?? scale)}
      />
    </FieldFrame>
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' }}>
      <Box component="label" htmlFor={ENHANCE_ID} sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
        Enhance
      </Box>
      <Switch
        id={ENHANCE_ID}
        checked={enhance}
        disabled={isDisabled}
        onChange={(_event, isOn) => onEnhance(isOn)}
        slotProps={{ input: { 'aria-describedby': `${ENHANCE_ID}-hint` } }}
        sx={SWITCH}
      />
      <Box id={`${ENHANCE_ID}-hint`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        Less noise, better contrast, sharper edges
      </Box>
    </Box>
  </Box>
);
