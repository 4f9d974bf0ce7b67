import { describe, expect, it, vi } from 'vitest';
import { readRoom } from './read-room.ts';
import { monthOf } from './spend-store.ts';
import { startBudget } from './testing/start-budget.ts';

const { firestore, setLimit, setPersonLimits, add } = await startBudget();

describe('the room', () => {
  const now = () => monthOf(new Date());

  it('is unknown without limits', async () => {
    expect(await readRoom(firestore, 'ada')).toEqual({ month: now(), person: null, studio: null });
  });

  it('is what the person’s limit and the studio’s budget leave', async () => {
    await setLimit(10);
    await setPersonLimits(5, { grace: null });
    await add({ spent: 1.5, reserved: 0.25 }, now());
    await add({ spent: 2, reserved: 0.5, owner: 'grace' }, now());
    const studio = { left: 6.5, reserved: 0.75 };
    const person = { limit: 5, spent: 1.5, reserved: 0.25 };
    expect(await readRoom(firestore, 'ada')).toEqual({ month: now(), person, studio });
    expect(await readRoom(firestore, 'grace')).toEqual({ month: now(), person: null, studio });
  });

  it('is read once for all within seconds', async () => {
    await setPersonLimits(5);
    const reads = vi.spyOn(firestore, 'collection');
    await Promise.all(['ada', 'grace', 'linus'].map((uid) => readRoom(firestore, uid)));
    await readRoom(firestore, 'ada');
    // The shards; settings are read as documents.
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });
});
