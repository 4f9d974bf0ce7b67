import { RoleSchema } from '@portal/contracts/identity';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { DEFAULT_ORDERS, SORTS, STATUSES, type View } from './arrange-users.ts';

const ParametersSchema = z.object({
  role: RoleSchema.optional().catch(undefined),
  status: z.enum(STATUSES).optional().catch(undefined),
  sort: z.enum(SORTS).catch('email'),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
});

export function readView(parameters: URLSearchParams): View {
  const { order, ...view } = ParametersSchema.parse(Object.fromEntries(parameters));
  return { ...view, order: order ?? DEFAULT_ORDERS[view.sort] };
}

/** Only what differs from the defaults. */
export function writeView({ role, status, sort, order }: View): Record<string, string> {
  return {
    ...(role && { role }),
    ...(status && { status }),
    ...(sort !== 'email' && { sort }),
    ...(order !== DEFAULT_ORDERS[sort] && { order }),
  };
}

/** Filters and order, which the URL keeps. */
export function useView(): [View, (changes: Partial<View>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const view = readView(parameters);
  const change = (changes: Partial<View>) =>
    setParameters(writeView({ ...view, ...changes }), { replace: true, preventScrollReset: true });
  return [view, change];
}
