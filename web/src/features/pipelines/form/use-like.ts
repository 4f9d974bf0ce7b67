import { MAX_THEME_LENGTH } from '@portal/contracts/prompt-suggestions';
import { toOneLine } from '@portal/contracts/to-one-line';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';

const StateSchema = z.object({ like: z.string() });

/** The theme for more pictures like one from the viewer: its prompt. Asked once: a reload and Back do not ask again. */
export function useLike(): string | undefined {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [like] = useState(() => StateSchema.safeParse(state).data?.like);
  useEffect(() => {
    if (like !== undefined) void navigate({ search }, { replace: true, state: null });
  }, [like, navigate, search]);
  return like === undefined ? undefined : toOneLine(like).slice(0, MAX_THEME_LENGTH).trimEnd();
}
