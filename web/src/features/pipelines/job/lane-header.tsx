import { describeDuration } from '@portal/contracts/describe-duration';
import { formatPrice } from '@portal/contracts/dollars';
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';
import { formatCount } from '../../../ui/count.ts';
import styles from './job-grid.module.css';
import type { Lane } from './side-by-side.ts';

interface Props {
  lane: Lane;
  areAllSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** Above the pictures of a model, in a table. */
export const LaneHeader = ({ columnIndex, ...props }: Props & { columnIndex: number }) => (
  <div role="columnheader" aria-colindex={columnIndex} className={styles['lane']}>
    <LaneSummary {...props} />
  </div>
);

/** Above the pictures of the only model. */
export const LaneLine = (props: Props) => (
  <div className={styles['laneLine']}>
    <LaneSummary {...props} />
  </div>
);

/** A model with what it has made, and what that cost. */
function LaneSummary({ lane, areAllSelected, onSelect }: Props) {
  const { settings, total, done, failed, cost, estimate, secondsEach } = lane;
  const name = nameModel(settings.model);
  const options = describeOptions(settings);
  return (
    <>
      <span className={styles['laneName']} title={`${nameProvider(settings.provider)} · ${name}`}>
        {name}
      </span>
      <span className={styles['laneFacts']}>{options}</span>
      <span className={styles['laneFacts']}>
        {[
          `${formatCount(done)} of ${formatCount(total)}`,
          failed > 0 && `${formatCount(failed)} failed`,
          (cost > 0 || estimate === 0) && formatPrice(cost),
          secondsEach !== undefined && `${describeDuration(secondsEach * 1000)} each`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {done > 0 && (
        <button
          type="button"
          className={styles['laneButton']}
          aria-label={`${areAllSelected ? 'Deselect' : 'Select'} all of ${name}`}
          onClick={() => onSelect(!areAllSelected)}
        >
          {areAllSelected ? 'Deselect all' : 'Select all'}
        </button>
      )}
    </>
  );
}

/** What tells two lanes of the same model apart. Grok's pictures are square. */
function describeOptions(settings: Lane['settings']): string {
  const read = (name: string): string[] => {
    const value: unknown = Reflect.get(settings, name);
    return typeof value === 'string' ? [value] : [];
  };
  const [ratio = '1:1'] = read('aspectRatio');
  return [...read('quality'), ...read('version'), ...read('stylePreset'), ratio, ...read('size')].join(', ');
}
