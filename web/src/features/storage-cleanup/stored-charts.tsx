import type { StorageStats } from '@portal/contracts/storage';
import { useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { BarList } from '../../ui/bar-list.tsx';
import { countOf } from '../../ui/count.ts';
import { Panel } from '../../ui/panel.tsx';
import { describeBytes } from '../../pictures/uploads/describe-bytes.ts';

export function StoredByTool({ stored }: { stored: StorageStats['byTool'] }) {
  const getToolTitle = useToolTitles();
  return (
    <Panel title="Stored by tool">
      <BarList
        label="Stored by tool"
        bars={stored.map(({ tool, ...amount }) => ({
          key: tool,
          label: getToolTitle(tool),
          ...describe(amount),
        }))}
      />
    </Panel>
  );
}

export const StoredByAge = ({ stored }: { stored: StorageStats['byAge'] }) => (
  <Panel title="Stored by age">
    <BarList
      label="Stored by age"
      bars={stored.map(({ days, ...amount }) => ({
        key: String(days),
        label: describeAge(days),
        ...describe(amount),
      }))}
    />
  </Panel>
);

const describe = ({ bytes, files }: { bytes: number; files: number }) => ({
  amount: bytes,
  value: describeBytes(bytes),
  note: countOf(files, 'file'),
});

const describeAge = (days: number): string =>
  days === 0 ? 'Less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
