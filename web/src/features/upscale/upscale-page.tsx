import type { UpscaleBatch } from '@portal/contracts/upscale';
import { BatchCount } from '../../shared/batches/batch-count.tsx';
import { BatchGallery } from '../../shared/gallery/batch-gallery.tsx';
import { useGalleryBatch } from '../../shared/gallery/gallery-path.ts';
import { useTool } from '../../shared/tools/tools.ts';
import { PageBody } from '../../shared/ui/page-body.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { ToolColumns } from '../../shared/ui/tool-columns.tsx';
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
