import { isActive } from '@portal/contracts/batches';
import Button from '@mui/material/Button';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { useTool } from '../../pictures/registered-tools/tools.ts';
import { countOf } from '../../ui/count.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './library.module.css';
import type { ShownBatch } from './model/list-rows.ts';
import { makeBatchPath } from '../../pictures/batches/batch-path.ts';

interface Props {
  shown: ShownBatch;
  /** Named above its first batch. */
  day: string | undefined;
  isSelected: boolean;
  style: CSSProperties;
  onSelect: (isSelected: boolean) => void;
}

export function BatchHeader({ shown: { batch, pictures }, day, isSelected, style, onSelect }: Props) {
  const { id, name, prompt: first, prompts, tool: toolName, createdAt, status, doneCount, total } = batch;
  const tool = useTool(toolName);
  const prompt = prompts ? `${new Set(prompts).size} prompts: ${first}` : first;
  return (
    <div className={styles['header']} style={style}>
      {day !== undefined && <h2 className={styles['day']}>{day}</h2>}
      <div className={styles['batch']}>
        <div className={styles['batchText']}>
          <div className={styles['batchLine']}>
            <h3 className={styles['batchName']} title={name}>
              <Link to={makeBatchPath(tool.path, id)} className={styles['batchLink']}>
                {name}
              </Link>
            </h3>
            <div className={styles['batchFacts']}>
              {tool.title} · {describeCount(pictures.length, { status, doneCount, total })} ·{' '}
              <RelativeTime value={createdAt} />
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
            aria-label={`${isSelected ? 'Deselect' : 'Select'} all of ${name}`}
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
  { status, doneCount, total }: Pick<ShownBatch['batch'], 'status' | 'doneCount' | 'total'>,
): string => (isActive(status) ? `${doneCount}/${total} completed` : countOf(shown, 'picture'));
