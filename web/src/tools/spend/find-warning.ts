import { formatDollars } from '@portal/contracts/dollars';
import type { SpendRoom } from '@portal/contracts/spend';

export interface SpendWarning {
  message: string;
  /** It cannot fit: the server would refuse it. */
  isBlocking: boolean;
}

interface Room {
  /** Not spent. */
  left: number;
  /** For calls in progress, which usually cost less. */
  reserved: number;
  /** Of what, as in '$3.10 of … is left'. */
  name: string;
  usedUp: string;
}

/** Why work at this price would pass a limit. The user's own limit first, unless only the studio's budget blocks. */
export function findWarning(
  room: SpendRoom | undefined,
  dollars: number | undefined,
): SpendWarning | undefined {
  if (!room || dollars === undefined || dollars === 0) return undefined;
  const warnings = listRooms(room).flatMap((each) => judge(each, dollars) ?? []);
  return warnings.find(({ isBlocking }) => isBlocking) ?? warnings[0];
}

function listRooms({ person, studio }: SpendRoom): Room[] {
  const rooms: Room[] = [];
  if (person) {
    const { limit, spent, reserved } = person;
    const usedUp = `Your monthly limit of ${formatDollars(limit)} is used up. Ask an admin to raise it.`;
    rooms.push({ left: limit - spent, reserved, name: 'your monthly limit', usedUp });
  }
  if (studio) {
    const usedUp = 'The studio’s budget for this month is used up. Ask an admin to raise it.';
    rooms.push({ ...studio, name: 'the studio’s budget for this month', usedUp });
  }
  return rooms;
}

function judge({ left, reserved, name, usedUp }: Room, dollars: number): SpendWarning | undefined {
  const isBlocking = isMore(dollars, left);
  if (!isBlocking && !isMore(dollars, left - reserved)) return undefined;
  if (floorToCents(left) <= 0) return { message: usedUp, isBlocking };
  const message = `This costs about ${formatDollars(dollars)}. ${formatDollars(floorToCents(left))} of ${name} is left`;
  if (isBlocking) return { message: `${message}.`, isBlocking };
  return {
    message: `${message}, and running batches may need ${formatDollars(reserved)} of it.`,
    isBlocking,
  };
}

const MICROS_PER_DOLLAR = 1_000_000;

/** In whole micro-dollars, as the server counts. */
const isMore = (one: number, other: number): boolean =>
  Math.round(one * MICROS_PER_DOLLAR) > Math.round(other * MICROS_PER_DOLLAR);

/** Rounded down, so that the amount left is never shown as enough when it is not. */
const floorToCents = (dollars: number): number =>
  Math.floor(Math.round(dollars * MICROS_PER_DOLLAR) / 10_000) / 100;
