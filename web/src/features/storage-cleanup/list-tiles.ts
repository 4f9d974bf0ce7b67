import type { StorageStats } from '@portal/contracts/storage';
import { describeBytes } from '../../pictures/uploads/describe-bytes.ts';
import { formatCount } from '../../ui/count.ts';
import type { Tile } from '../../ui/tiles.tsx';

/** The media service's usage. Values that it does not report are omitted. */
export function listTiles(stats: StorageStats): Tile[] {
  const { images, videos, raw, totalResources, storageBytes, bandwidthBytes, credits } = stats;
  return [
    { label: 'Images', value: formatCount(images) },
    { label: 'Videos', value: formatCount(videos) },
    { label: 'Raw files', value: formatCount(raw) },
    { label: 'Total', value: formatCount(totalResources) },
    { label: 'Stored', value: describeBytes(storageBytes) },
    ...(bandwidthBytes === undefined ? [] : [{ label: 'Bandwidth', value: describeBytes(bandwidthBytes) }]),
    ...(credits
      ? [
          {
            label: 'Credits',
            value: credits.used.toLocaleString('en', { maximumFractionDigits: 2 }),
            note: `${credits.limit === null ? '' : `of ${formatCount(credits.limit)} `}at the media service`,
          },
        ]
      : []),
  ];
}
