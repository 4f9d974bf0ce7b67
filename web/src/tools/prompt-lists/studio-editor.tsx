import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { StudioForm } from './studio-form.tsx';
import { promptListQuery, promptStylesQuery } from './studio-prompts-query.ts';
import { NEW_TEXT, refreshStudioTexts, type StudioKind, type StudioText } from './studio-text.ts';

interface Props {
  kind: StudioKind;
  /** Null for a new one. */
  name: string | null;
  onDirty: (isDirty: boolean) => void;
  onSaved: (name: string) => void;
  onDeleted: () => void;
}

/** Loads a list or style, and edits it. Colleagues' later changes do not replace what is being typed. */
export function StudioEditor({ kind, name, ...handlers }: Props) {
  const client = useQueryClient();
  const [reloads, setReloads] = useState(0);
  const list = useQuery({ ...promptListQuery(name ?? ''), enabled: kind === 'list' && name !== null });
  const styles = useQuery({ ...promptStylesQuery, enabled: kind === 'style' });
  const query = kind === 'list' ? list : styles;
  const loadError = useLoadError(query);
  if (name !== null && loadError) {
    return (
      <LoadFailure
        title={`${name} could not be loaded`}
        error={loadError}
        onTryAgain={() => void query.refetch()}
      />
    );
  }
  const style = styles.data?.find((each) => each.name === name);
  const loaded: StudioText | undefined =
    (name === null && NEW_TEXT) ||
    (kind === 'list'
      ? list.data && { ...list.data, text: list.data.entries.join('\n') }
      : style && { ...style, text: style.template });
  if (!loaded) {
    return (
      <Loading label={`Loading ${name}`} sx={{ display: 'grid', gap: 4 }}>
        <Skeleton variant="rounded" height={40} />
        <Skeleton variant="rounded" height={kind === 'list' ? 320 : 120} />
      </Loading>
    );
  }
  const reload = async () => {
    await refreshStudioTexts(client, kind);
    setReloads((before) => before + 1);
    handlers.onDirty(false);
  };
  return <StudioForm key={reloads} kind={kind} loaded={loaded} onReload={reload} {...handlers} />;
}
