import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { upscaleImages, type UpscaleBatch } from '@portal/contracts/upscale';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MoreOptions } from '../../../ui/more-options/more-options.tsx';
import { useUpscaleOptions } from '../../../pictures/send-to/upscale-options.ts';
import { focusFieldIn } from '../../../ui/missing-list.tsx';
import { ToolCard, ToolCardBody } from '../../../ui/tool-card.tsx';
import { showHistory } from '../../../ui/tool-columns.tsx';
import { DropZone } from '../../../pictures/uploads/drop-zone.tsx';
import { SelectedFiles } from '../../../pictures/uploads/selected-files.tsx';
import { useUploads } from '../../../pictures/uploads/use-uploads.ts';
import { upscaler } from '../batches/upscaler.ts';
import { describeOutput } from './describe-output.ts';
import { OptionFields } from '../../../tools/upscale/option-fields.tsx';
import { ProcessBar } from './process-bar.tsx';
import { QualityField } from './quality-field.tsx';

const TITLE_ID = 'upload-images';
const IMAGES_ID = 'upscale-images';
const { maxBytes, maxFiles } = UPLOAD_RULES.upscale;
const HINTS = [
  'JPEG, PNG or WEBP files or folders',
  `Up to ${maxFiles} images, ${maxBytes / 1024 / 1024} MB each`,
];

/** A guess at the studio's engine, which staff cannot read. Few studios change it. */
const wasOnDevice = ([newest]: readonly UpscaleBatch[]) => newest?.engine !== 'cloudinary';

export function UpscaleForm() {
  const { uploads, isSending } = useUploads('upscale');
  const [options, save] = useUpscaleOptions();
  const { scale, enhance, quality } = options;
  const client = useQueryClient();
  const { data: isOnDevice = true } = useQuery({
    ...upscaler.batchesQuery,
    enabled: false,
    select: wasOnDevice,
  });
  const process = () =>
    uploads.send({
      call: upscaleImages,
      options: { scale, enhance, quality },
      onStarted: () =>
        void client
          .invalidateQueries({ queryKey: upscaler.batchesQuery.queryKey, exact: true })
          .then(() => showHistory('upscale')),
    });
  return (
    <ToolCard titleId={TITLE_ID}>
      <ToolCardBody titleId={TITLE_ID} title="Upload images">
        <div id={IMAGES_ID}>
          <DropZone uploads={uploads} title="Drop images here or click to select" hints={HINTS} />
        </div>
        <SelectedFiles uploads={uploads} note={(size) => describeOutput(size, scale)} onSend={process} />
        <MoreOptions
          form="upscale"
          summary={[`${scale}x`, enhance && 'Enhance', isOnDevice && quality === 'fast' && 'Fast']}
        >
          <OptionFields
            scale={scale}
            enhance={enhance}
            isDisabled={isSending}
            onScale={(next) => save({ ...options, scale: next })}
            onEnhance={(next) => save({ ...options, enhance: next })}
          />
          {isOnDevice && (
            <QualityField quality={quality} onChoose={(next) => save({ ...options, quality: next })} />
          )}
        </MoreOptions>
      </ToolCardBody>
      <ProcessBar
        uploads={uploads}
        scale={scale}
        enhance={enhance}
        quality={isOnDevice ? quality : undefined}
        onShowImages={() => focusFieldIn(IMAGES_ID)}
        onProcess={process}
      />
    </ToolCard>
  );
}
