import { priceAt } from '@portal/contracts/half-price';
import { transformImages, type Preset } from '@portal/contracts/stylizer';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { HalfPriceField, LATER } from '../../../tools/generation/half-price-field.tsx';
import { MoreOptions } from '../../../ui/more-options/more-options.tsx';
import { useSaved } from '../../../client/session/use-saved.ts';
import { focusFieldIn } from '../../../ui/missing-list.tsx';
import { ToolCard, ToolCardBody } from '../../../ui/tool-card.tsx';
import { showHistory } from '../../../ui/tool-columns.tsx';
import { DropZone } from '../../../pictures/uploads/drop-zone.tsx';
import { SelectedFiles } from '../../../pictures/uploads/selected-files.tsx';
import { UploadProgress } from '../../../pictures/uploads/upload-progress.tsx';
import { useUploads } from '../../../pictures/uploads/use-uploads.ts';
import { refetchAfterStart } from '../batches/stylizer.ts';
import { SandboxBadge } from '../../../tools/providers/provider-notice.tsx';
import { presetsQuery } from '../../../tools/stylizer/presets-query.ts';
import { PresetField } from '../../../tools/stylizer/preset-field.tsx';
import { SubmitBar } from './submit-bar.tsx';

const TITLE_ID = 'transform-images';
const NOTE_ID = 'style-note';
const IMAGES_ID = 'stylizer-images';
const STYLE_ID = 'stylizer-style';
const { maxFiles, maxBytes } = UPLOAD_RULES.stylizer;
const HINTS = [
  'Supports JPEGs, PNGs, & WEBPs',
  `Upload up to ${maxFiles} images`,
  `Max file size is ${maxBytes / 1024 / 1024}MB per image`,
];

export function TransformCard() {
  const client = useQueryClient();
  const { uploads, selected, isSending } = useUploads('stylizer');
  const [presetId, savePreset] = useSaved('stylizer-preset', z.string(), '');
  // Chosen for one batch, until that has started.
  const [isHalfPrice, saveHalfPrice] = useSaved('stylizer-half-price', z.boolean(), false);
  const { data: presets } = useQuery(presetsQuery);
  const preset = presets?.find(({ id }) => id === presetId);
  const missing = [
    ...(selected.length === 0 ? [{ label: 'Images', onShow: () => focusFieldIn(IMAGES_ID) }] : []),
    ...(preset ? [] : [{ label: 'Style', onShow: () => focusFieldIn(STYLE_ID) }]),
  ];
  const send = ({ id }: Preset) =>
    uploads.send({
      call: transformImages,
      options: { preset: id, ...(isHalfPrice && { isHalfPrice }) },
      onStarted: () => {
        saveHalfPrice(false);
        refetchAfterStart(client);
        showHistory('stylizer');
      },
    });
  const submit = () => preset && send(preset);
  return (
    <ToolCard titleId={TITLE_ID}>
      <ToolCardBody
        titleId={TITLE_ID}
        title="Transform Images"
        badge={<SandboxBadge providers={[preset?.provider]} />}
      >
        <div id={IMAGES_ID}>
          <DropZone uploads={uploads} title="Drop images here or click to select" hints={HINTS} isLow />
        </div>
        <SelectedFiles uploads={uploads} onSend={submit} />
        <div id={STYLE_ID}>
          <PresetField value={presetId} noteId={NOTE_ID} onChoose={savePreset} />
        </div>
        <MoreOptions form="stylizer" summary={[isHalfPrice && LATER]}>
          <HalfPriceField isChosen={isHalfPrice} onChoose={saveHalfPrice} />
        </MoreOptions>
      </ToolCardBody>
      <SubmitBar
        preset={preset}
        isHalfPrice={isHalfPrice}
        noteId={NOTE_ID}
        count={selected.length}
        isSending={isSending}
        progress={
          <UploadProgress
            uploads={uploads}
            price={preset && priceAt(preset.price, isHalfPrice)}
            onSend={submit}
          />
        }
        missing={missing}
        onSubmit={submit}
      />
    </ToolCard>
  );
}
