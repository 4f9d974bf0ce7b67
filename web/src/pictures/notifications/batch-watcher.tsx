import { titleBatch } from '@portal/contracts/batch-title';
import type { LibraryBatch } from '@portal/contracts/library';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { refreshLibrary, useRecentLibrary } from '../library/library-query.ts';
import { useTools } from '../registered-tools/tools.ts';
import { readNotificationSettings } from './notification-settings.ts';
import { claim, playSound, showNotification } from './notify.ts';
import { setTitleStatus } from '../../ui/title-status.ts';
import { describeEnd, describeRunning, findEnded, listRunning } from './watch-batches.ts';
import { makeBatchPath } from '../batches/batch-path.ts';

const HIDDEN_POLL_MS = 30_000;

/** Shows progress in the tab's title, and notifies the user when a batch ends out of sight. Renders nothing. */
export function BatchWatcher() {
  const { batches } = useRecentLibrary();
  const running = useRef<ReadonlySet<string>>(new Set());
  const hasEndedHidden = useRef(false);
  const tell = useTell();
  const client = useQueryClient();

  useEffect(() => {
    if (!batches) return;
    const ended = findEnded(running.current, batches);
    running.current = listRunning(batches);
    if (ended.length > 0 && document.hidden) hasEndedHidden.current = true;
    setTitleStatus(describeRunning(batches) || (hasEndedHidden.current ? 'done' : ''));
    for (const batch of ended) void tell(batch);
  }, [batches, tell]);

  useEffect(() => {
    const onVisible = () => {
      if (document.hidden) return;
      hasEndedHidden.current = false;
      if (running.current.size === 0) setTitleStatus('');
    };
    document.addEventListener('visibilitychange', onVisible);
    // Queries pause in hidden tabs.
    const timer = setInterval(() => {
      if (document.hidden && running.current.size > 0 && wantsToKnow()) refreshLibrary(client);
    }, HIDDEN_POLL_MS);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(timer);
      setTitleStatus('');
    };
  }, [client]);
  return undefined;
}

function wantsToKnow(): boolean {
  const { isOn, hasSound } = readNotificationSettings(localStorage);
  return isOn || hasSound;
}

function useTell(): (batch: LibraryBatch) => Promise<void> {
  const navigate = useNavigate();
  const tools = useTools();
  return useCallback(
    async (batch: LibraryBatch) => {
      const isFirst = await claim(batch.id);
      // Whoever looks at the page sees it there.
      if (!isFirst || (!document.hidden && document.hasFocus())) return;
      const { isOn, hasSound } = readNotificationSettings(localStorage);
      if (hasSound) void playSound().catch(() => undefined);
      const tool = tools.find(({ name }) => name === batch.tool);
      if (!isOn || !tool) return;
      showNotification({
        title: titleBatch(batch).title,
        body: `${tool.title} · ${describeEnd(batch)}`,
        tag: batch.id,
        onClick: () => void navigate(makeBatchPath(tool.path, batch.id)),
      });
    },
    [navigate, tools],
  );
}
