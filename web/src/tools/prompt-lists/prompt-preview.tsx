import type { ListedPrompt } from '@portal/contracts/generation-request';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { describeFailure } from '../../client/api/api-failure.ts';
import { countOf } from '../../ui/count.ts';
import { findRepeated } from './find-repeated.ts';
import { NamedPrompts, RepeatedPrompts } from './named-prompts.tsx';
import { editPrompt, removePrompt } from './prompt-list-value.ts';
import { PromptRow } from './prompt-row.tsx';
import { useNamedPrompts } from './use-named-prompts.ts';
import type { PromptListState } from './use-prompt-list.ts';

interface Props {
  state: PromptListState;
  /** At least one was edited by hand. */
  isEdited: boolean;
  onEdit: (prompts: ListedPrompt[]) => void;
  onReset: () => void;
}

const ROW_PX = 72;

/** The prompt of each picture. Only those on screen are rendered. */
export function PromptPreview({ state, isEdited, onEdit, onReset }: Props) {
  const { prompts, total, isExpanding, loadError, retry } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const countId = useId();
  const { findWords, count, first } = useNamedPrompts(prompts);
  const repeated = useMemo(() => findRepeated(prompts), [prompts]);
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const rows = useVirtualizer({
    count: prompts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  // Rows keep their handlers, so that an edit renders only its own row.
  const latest = useRef({ prompts, onEdit });
  useEffect(() => {
    latest.current = { prompts, onEdit };
  });
  const edit = useCallback((index: number, change: { prompt?: string; name?: string }) => {
    latest.current.onEdit(editPrompt(latest.current.prompts, index, change));
  }, []);
  const remove = useCallback((index: number) => {
    const { prompts: before, onEdit: save } = latest.current;
    save(removePrompt(before, index));
    requestAnimationFrame(() => {
      const next = Math.min(index, before.length - 2);
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus();
    });
  }, []);
  // The prompt to go to, until its row is rendered.
  const wanted = useRef<number>(undefined);
  const focusWanted = () => {
    const area = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] textarea`);
    if (!area) return;
    wanted.current = undefined;
    area.focus();
  };
  useEffect(focusWanted);
  const show = (index: number) => {
    wanted.current = index;
    rows.scrollToIndex(index, { align: 'center' });
    focusWanted();
  };
  return (
    <Box component="section" aria-labelledby={countId} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 3, minHeight: 24 }}>
        <Box id={countId} role="status" sx={COUNT}>
          {countOf(total, 'picture')}
        </Box>
        {isExpanding && <Box sx={NOTE}>Updating…</Box>}
        {isEdited && (
          <Box sx={NOTE}>
            Edited by hand. Changing the list replaces your changes.{' '}
            <Button size="small" onClick={onReset} sx={{ minHeight: 24, py: 0, px: 1 }}>
              Discard changes
            </Button>
          </Box>
        )}
      </Box>
      <NamedPrompts count={count} onShowFirst={() => first !== undefined && show(first)} />
      <RepeatedPrompts count={repeated.count} onShowFirst={() => show(repeated.first)} />
      {loadError && (
        <Box role="alert" sx={{ ...NOTE, color: 'error.main' }}>
          The studio’s lists or styles could not be loaded. {describeFailure(loadError)}{' '}
          <Button size="small" onClick={retry} sx={{ minHeight: 24, py: 0, px: 1 }}>
            Try again
          </Button>
        </Box>
      )}
      {total === 0 && !loadError && (
        <Box sx={NOTE}>The prompt of each picture appears here, to look at and edit.</Box>
      )}
      {prompts.length > 0 && (
        <Box ref={scroller} role="list" aria-labelledby={countId} aria-busy={isExpanding} sx={LIST}>
          <Box sx={{ position: 'relative' }} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ key, index, start }) => {
              const prompt = prompts[index];
              return (
                prompt && (
                  <Box
                    key={key}
                    ref={rows.measureElement}
                    data-index={index}
                    role="listitem"
                    aria-setsize={prompts.length}
                    aria-posinset={index + 1}
                    sx={{ position: 'absolute', inset: '0 0 auto 0' }}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <PromptRow
                      index={index}
                      prompt={prompt}
                      words={findWords(prompt)}
                      onEdit={edit}
                      onRemove={remove}
                    />
                  </Box>
                )
              );
            })}
          </Box>
        </Box>
      )}
    </Box>
  );
}

const COUNT = { fontSize: '0.8125rem', fontWeight: 500, fontVariantNumeric: 'tabular-nums' } as const;
const NOTE = { fontSize: '0.8125rem', color: 'text.secondary' } as const;
const LIST = {
  maxHeight: 'min(480px, 70dvh)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
  '& [data-index="0"] > *': { borderTop: 0 },
} as const;
