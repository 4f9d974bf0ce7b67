import { RESOURCES_PER_PAGE, type MediaAdmin, type Reported } from '../../../pictures/media/media-admin.ts';
import { MediaError } from '../../../pictures/media/media-error.ts';

const KIND = 'image upload';

const answer = <Value>(value: Value): Promise<Reported<Value>> =>
  Promise.resolve({ value, limit: undefined });
const unexpected = () => Promise.reject(new Error('Unexpected call.'));

/** A media service with uploaded images only. Cursors are offsets, which skip resources under deletion. */
export function createMedia(
  names: readonly string[],
  options: { refuses?: string; forgetsCursorAt?: number } = {},
) {
  const left = new Set(names);
  const calls = { lists: 0, deletes: 0 };
  const mediaAdmin: MediaAdmin = {
    countResources: unexpected,
    readUsage: unexpected,
    listResources({ resourceType, type }, cursor) {
      calls.lists += 1;
      if (`${resourceType} ${type}` !== KIND) return answer({ resources: [], nextCursor: undefined });
      if (cursor !== null && calls.lists === options.forgetsCursorAt)
        throw new MediaError('list', 400, 'bad cursor');
      const start = Number(cursor ?? 0);
      const resources = [...left]
        .slice(start, start + RESOURCES_PER_PAGE)
        .map((publicId) => ({ publicId, createdAt: new Date(0) }));
      const nextCursor =
        start + RESOURCES_PER_PAGE < left.size ? String(start + RESOURCES_PER_PAGE) : undefined;
      return answer({ resources, nextCursor });
    },
    deleteResources(_kind, ids) {
      calls.deletes += 1;
      if (ids.some((id) => id === options.refuses)) throw new MediaError('delete', 400, 'Invalid public id');
      const outcomes = ids.map((id) => [id, left.delete(id) ? 'deleted' : 'not_found'] as const);
      return answer(Object.fromEntries(outcomes));
    },
  };
  return { left, calls, mediaAdmin };
}
