import { BatchCount } from '../../pictures/batches/batch-count.tsx';
import { BatchGallery } from '../../pictures/gallery/batch-gallery.tsx';
import { useGalleryBatch } from '../../pictures/gallery/gallery-path.ts';
import { useTool } from '../../pictures/registered-tools/tools.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ToolColumns } from '../../ui/tool-columns.tsx';
import { stylizer } from './batches/stylizer.ts';
import { TransformCard } from './form/transform-card.tsx';
import { StylizerHistory } from './history/stylizer-history.tsx';
import { labelPreset } from './batches/label-preset.ts';
import { listGalleryPictures } from './history/list-gallery-pictures.ts';

export function StylizerPage() {
  const { title } = useTool('stylizer');
  const galleryBatch = useGalleryBatch();
  if (galleryBatch !== null) {
    return (
      <BatchGallery
        tool={stylizer}
        batchId={galleryBatch}
        listPictures={listGalleryPictures}
        describe={({ preset }) => labelPreset(preset)}
      />
    );
  }
  return (
    <PageBody isWide>
      <PageHeader title={title} subtitle="Transform images with curated style presets" />
      <ToolColumns
        tool="stylizer"
        // Wide enough for four styles in a row.
        columns={{ md: '420px minmax(0, 1fr)', lg: 'min(48%, 640px) minmax(0, 1fr)' }}
        form={<TransformCard />}
        count={<BatchCount tool={stylizer} />}
        history={<StylizerHistory />}
      />
    </PageBody>
  );
}
