import { describeBatchTitle, titleBatch } from '@portal/contracts/batch-title';
import { isActive } from '@portal/contracts/batches';
import Button from '@mui/material/Button';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { useTools, useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { countOf } from '../../ui/count.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './library.module.css';
import type { ShownBatch } from './model/list-rows.ts';
import { describeWait } from '../../pictures/batches/describe-progress.ts';
import { makeBatchPath } from '../../pictures/batches/batch-path.ts';

const MINUTE_MS = 60_000;

interface Props {
  shown: ShownBatch;
  /** Named above its first batch. */
  day: string | undefined;
  isSelected: boolean;
  style: CSSProperties;
  onSelect: (isSelected: boolean) => void;
}

export function BatchHeader({ shown: { batch, pictures }, day, isSelected, style, onSelect }: Props) {
  const { id, prompt: first, prompts, tool: toolName, createdAt } = batch;
  const tool = useTools().find((each) => each.name === toolName);
  const titleOf = useToolTitles();
  const now = useNow(MINUTE_MS);
  const { title, date } = titleBatch(batch);
  const fullTitle = describeBatchTitle(batch);
  const prompt = prompts ? `${new Set(prompts).size} prompts: ${first}` : first;
  return (
    <div className={styles['header']} style={style}>
      {day !== undefined && <h2 className={styles['day']}>{day}</h2>}
      <div className={styles['batch']}>
        <div className={styles['batchText']}>
          <div className={styles['batchLine']}>
            <h3 className={styles['batchName']} title={fullTitle}>
              {tool ? (
                <Link to={makeBatchPath(tool.path, id)} className={styles['batchLink']}>
                  {title}
                </Link>
              ) : (
                title
              )}
            </h3>
            <div className={styles['batchFacts']}>
              {titleOf(toolName)} · {describeCount(pictures.length, batch, now)} ·{' '}
              {date ?? <RelativeTime value={createdAt} />}
            </div>
          </div>
          {prompt !== null && (
            <div className={styles['prompt']} title={prompt}>
              {prompt}
            </div>
          )}
        </div>
        {pictures.length > 0 && (
          <Button
            size="small"
            color="inherit"
            aria-label={`${isSelected ? 'Deselect' : 'Select'} all of ${fullTitle}`}
            onClick={() => onSelect(!isSelected)}
            sx={{ flex: 'none' }}
          >
            {isSelected ? 'Deselect all' : 'Select all'}
          </Button>
        )}
      </div>
    </div>
  );
}

const describeCount = (
  shown: number,
  { tool, status, doneCount, total, halfPrice, createdAt }: ShownBatch['batch'],
  now: number,
): string => {
  if (isActive(status) && halfPrice && doneCount === 0)
    return `${countOf(total, 'picture')} ${describeWait({ createdAt, ...halfPrice }, now)}`;
  if (isActive(status)) return `${doneCount}/${total} completed`;
  return tool === 'check' ? `${countOf(doneCount, 'picture')} checked` : countOf(shown, 'picture');
};
