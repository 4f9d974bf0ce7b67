import type { UpscaleBatch } from '@portal/contracts/upscale';
import { BatchCount } from '../../pictures/batches/batch-count.tsx';
import { BatchGallery } from '../../pictures/gallery/batch-gallery.tsx';
import { useGalleryBatch } from '../../pictures/gallery/gallery-path.ts';
import { useTool } from '../../pictures/registered-tools/tools.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ToolColumns } from '../../ui/tool-columns.tsx';
import { UpscaleForm } from './form/upscale-form.tsx';
import { listPictures } from './history/list-pictures.ts';
import { UpscaleHistory } from './history/upscale-history.tsx';
import { upscaler } from './batches/upscaler.ts';

/** The tool, or the gallery of one batch in a separate window. */
export function UpscalePage() {
  const { title } = useTool('upscale');
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
    <PageBody isWide>
      <PageHeader title={title} />
      <ToolColumns
        tool="upscale"
        count={<BatchCount tool={upscaler} />}
        form={<UpscaleForm />}
        history={<UpscaleHistory />}
      />
    </PageBody>
  );
}

const describeBatch = ({ scale, enhance, processedImages }: UpscaleBatch): string =>
  [
    `${processedImages} ${processedImages === 1 ? 'image' : 'images'}`,
    `${scale}x`,
    ...(enhance ? ['Enhanced'] : []),
  ].join(' · ');
