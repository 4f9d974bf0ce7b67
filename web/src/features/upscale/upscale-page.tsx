import type { UpscaleBatch } from '@portal/contracts/upscale';
import { BatchGallery } from '../../shared/batches/gallery/batch-gallery.tsx';
import { useGalleryBatch } from '../../shared/batches/gallery/gallery-path.ts';
import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { ToolColumns } from '../../shared/ui/tool-columns.tsx';
import { UpscaleForm } from './form/upscale-form.tsx';
import { listPictures } from './history/list-pictures.ts';
import { UpscaleHistory } from './history/upscale-history.tsx';
import { upscaler } from './batches/upscaler.ts';

/** The tool, or the gallery of one of its batches in a window of its own. */
export function UpscalePage() {
  const galleryBatch = useGalleryBatch();
  if (galleryBatch !== null)
    return (
      <BatchGallery
        tool={upscaler}
        batchId={galleryBatch}
        listPictures={listPictures}
        describe={describeBatch}
      />
    );
  return (
    <PageBody maxWidth={1600}>
      <PageHeader title="Upscale & Enhancement" />
      <ToolColumns tool="upscale" form={<UpscaleForm />} history={<UpscaleHistory />} />
    </PageBody>
  );
}

const describeBatch = ({ scale, enhance, processedImages }: UpscaleBatch): string =>
  [
    `${processedImages} ${processedImages === 1 ? 'image' : 'images'}`,
    `${scale}x`,
    ...(enhance ? ['Enhanced'] : []),
  ].join(' · ');
