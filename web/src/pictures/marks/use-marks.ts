import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { writeIfPossible } from '../../client/browser-storage.ts';
import { Observable, useStore } from '../../client/observable.ts';
import { useUserId } from '../../client/session/use-user-id.ts';

type Marks = ReadonlySet<string>;
export type ChangeMarks = (change: (marks: Marks) => Marks) => void;

const MAX_MARKS = 10_000;
const MAX_KEY_LENGTH = 200;
const MarksSchema = z.array(z.string().max(MAX_KEY_LENGTH)).max(MAX_MARKS);

const changes = new Observable();

/** Pictures that are marked for deletion, by their keys. This tab keeps them until it is closed. */
export function useMarks(): [Marks, ChangeMarks] {
  const name = `portal:marks:${useUserId()}`;
  const stored = useStore(changes.subscribe, () => sessionStorage.getItem(name));
  const marks = useMemo(() => parse(stored), [stored]);
  const change: ChangeMarks = useCallback(
    (apply) => {
      const next = [...apply(parse(sessionStorage.getItem(name)))];
      writeIfPossible(sessionStorage, name, next.slice(-MAX_MARKS));
      changes.notify();
    },
    [name],
  );
  return [marks, change];
}

function parse(stored: string | null): Marks {
  try {
    return new Set(MarksSchema.parse(JSON.parse(stored ?? '[]')));
  } catch {
    return new Set();
  }
}
