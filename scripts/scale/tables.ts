/** The tables of docs/scale.md. */
import { COUNTS, BATCH_IMAGES } from './counts.ts';
import { countSlots, planFor, TODAY, type Configuration } from './configuration.ts';
import { findAmounts, findCosts, findProviderCosts, findTotal, type Costs } from './costs.ts';
import { findChanges, findFirst, findLimits, usedShare } from './limits.ts';
import { findLoad, findUse, ITEM_QUEUES, sum } from './load.ts';
import { makeTable, percent, round } from './markdown.ts';
import { PLATFORM } from './platform-limits.ts';
import { BATCH_SIZES, HOUR_SHARES, USAGE } from './usage.ts';

const STEPS = [50, 1000, 50_000, 1_000_000] as const;
const loads = STEPS.map(findLoad);
const plans = loads.map(planFor);
const NAMES: Record<keyof Costs, string> = {
  firestore: 'Firestore',
  api: 'Cloud Run: API',
  workers: 'Cloud Run: workers',
  tasks: 'Cloud Tasks',
  hosting: 'Hosting',
  storage: 'Cloud Storage',
  cloudinary: 'Cloudinary',
  signIn: 'sign-in',
};
const people = STEPS.map((step) => round(step));
const perStep = <Value>(valueOf: (index: number) => Value): Value[] =>
  STEPS.map((_, index) => valueOf(index));
const loadOf = (index: number) => loads[index] ?? findLoad(0);
const planOf = (index: number): Configuration => plans[index] ?? TODAY;
const dollars = (amount: number): string => (amount > 0 && amount < 1 ? amount.toFixed(2) : round(amount));

/** The limits are those of the step before. */
function describeStep(step: number, index: number): string[] {
  const before = planOf(index - 1);
  const describe = (kind: 'portal' | 'contract') => {
    const { limit, people: reachedAt } = findFirst(kind, step, before);
    return `${limit.name}, at ${round(reachedAt)} people`;
  };
  return [
    round(step),
    dollars(findTotal(findCosts(loadOf(index), planOf(index)))),
    dollars(findProviderCosts(loadOf(index))),
    describe('portal'),
    describe('contract'),
    describeChanges(step, index),
  ];
}

function describeChanges(step: number, index: number): string {
  const needed = findChanges(step, planOf(index - 1));
  const earlier = new Set(
    STEPS.slice(0, index).flatMap((each, place) => findChanges(each, planOf(place - 1))),
  );
  const added = needed.filter((change) => !earlier.has(change));
  if (needed.length === 0) return 'nothing';
  return [...(added.length < needed.length ? ['the same again'] : []), ...added].join('; ');
}

export const summary = (): string =>
  makeTable(
    [
      'People a day',
      'Portal, $ a month',
      'AI providers, $ a month',
      'First limit of the portal',
      'First limit of a contract',
      'What to raise',
    ],
    STEPS.map(describeStep),
    [true, true, true],
  );

export const costs = (): string => {
  const found = loads.map((load, index) => findCosts(load, planOf(index)));
  const rows = Object.entries(NAMES).map(([name, title]) => [
    title,
    ...found.map((each) => dollars(Object.entries(each).find(([service]) => service === name)?.[1] ?? 0)),
  ]);
  return makeTable(
    ['$ a month', ...people],
    [
      ...rows,
      ['**portal**', ...found.map((each) => `**${dollars(findTotal(each))}**`)],
      ['AI providers, list price', ...loads.map((load) => dollars(findProviderCosts(load)))],
      [
        'portal, per image',
        ...found.map((each, index) =>
          (findTotal(each) / (loadOf(index).images * USAGE.workingDaysAMonth.value)).toFixed(4),
        ),
      ],
    ],
    [false, true, true, true, true],
  );
};

const SIZES_FILE = '`functions/src/function-sizes.ts`';

export function changes(): string {
  const row = (name: string, where: string, of: (configuration: Configuration) => number) => {
    const today = of(TODAY);
    return [
      name,
      round(today),
      ...plans.map((plan) => (of(plan) === today ? '' : `**${round(of(plan))}**`)),
      where,
    ];
  };
  return makeTable(
    ['Setting', 'Today', ...people, 'Where'],
    [
      row("Google's images a day", '`GOOGLE_DAILY_IMAGES`', (each) => each.googleDailyImages),
      ...ITEM_QUEUES.map((queue) =>
        row(`items at once: \`${queue.name}\``, SIZES_FILE, (each) => countSlots(each, queue)),
      ),
      row(
        'starts a second of the fastest queue',
        '`maxDispatchesPerSecond`, `functions/src/platform/queues.ts`',
        ({ queues }) => Math.max(...Object.values(queues).map(({ dispatchesASecond }) => dispatchesASecond)),
      ),
      row('queues and functions for items', 'new code: a tool has one queue per provider', ({ queues }) =>
        sum(Object.values(queues).map(({ parts }) => parts)),
      ),
      row('instances of `api`', SIZES_FILE, (each) => each.apiInstances),
      row('vCPU of Cloud Run', 'quota of the project', (each) => each.cpuQuota),
      row('regions', 'new code: the portal has one', ({ cpuQuota }) =>
        Math.ceil(cpuQuota / PLATFORM.run.regionCpus),
      ),
      row('documents of the spending', '`functions/src/spend/spend-store.ts`', (each) => each.spendShards),
      row(
        'read by each call, with a budget',
        'new code: a schedule adds the documents up',
        (each) => each.spendReads,
      ),
      row(
        'groups of people in the spending',
        'new code: a document for each group, or for each person',
        (each) => each.spenderGroups,
      ),
      row(
        'documents of the statistics',
        '`functions/src/providers/statistics-store.ts`',
        (each) => each.statisticsShards,
      ),
      row(
        "documents of Google's allowance",
        'new code: `functions/src/providers/google-allowance.ts`',
        (each) => each.allowanceShards,
      ),
      row(
        "groups of items' times",
        'new code: a number before the time, a query per group',
        (each) => each.timeGroups,
      ),
      row(
        "workers in the budget's margin",
        '`MAX_WORKERS`, `functions/src/spend/check-budget.ts`',
        (each) => each.budgetWorkers,
      ),
    ],
    [false, true, true, true, true, true],
  );
}

/** Those that are full with today's configuration, or nearly. */
export function limits(): string {
  const SHOWN = 0.5;
  const all = STEPS.map((step) => findLimits(findLoad(step), TODAY));
  const names = (all[2] ?? []).filter((limit) => usedShare(limit) > SHOWN).map(({ name }) => name);
  return makeTable(
    ['Of what is allowed today, at the peak', 'Allowed', ...people],
    names.map((name) => {
      const found = all.map((each) => each.find((limit) => limit.name === name));
      const [first] = found;
      return [
        name,
        first ? `${round(first.allowed)} ${first.unit}` : '',
        ...found.map((limit) => (limit ? percent(usedShare(limit)) : '')),
      ];
    }),
    [false, false, true, true, true, true],
  );
}

export function amounts(): string {
  const { firestore } = PLATFORM;
  const found = loads.map((load, index) => findAmounts(load, planOf(index)));
  const peakWrites = perStep(
    (index) => (found[index]?.writes ?? 0) * (loadOf(index).peak.images / loadOf(index).images),
  );
  const rampMinutes = (writes: number) =>
    Math.max(
      0,
      firestore.rampMinutes *
        Math.ceil(Math.log(writes / firestore.rampStart) / Math.log(firestore.rampFactor)),
    );
  return makeTable(
    ['A working day', ...people],
    [
      ['images', ...loads.map(({ images }) => round(images))],
      ['images a second at the peak', ...loads.map(({ peak }) => round(peak.images))],
      ['API requests a second at the peak', ...loads.map(({ peak }) => round(peak.requests))],
      ['Firestore reads', ...found.map(({ reads }) => round(reads))],
      ['Firestore writes', ...found.map(({ writes }) => round(writes))],
      ['Firestore writes a second at the peak', ...peakWrites.map(round)],
      [
        'minutes to warm up a new database ("500/50/5")',
        ...peakWrites.map((writes) => round(rampMinutes(writes))),
      ],
      ['GB to browsers', ...found.map(({ gigabytesSent }) => round(gigabytesSent))],
      ['Cloudinary credits', ...found.map(({ credits }) => round(credits))],
    ],
    [false, true, true, true, true],
  );
}

export const usage = (): string =>
  makeTable(
    ['Assumption', 'Value'],
    [
      ...Object.values(USAGE).map(({ value, text }) => [text, String(value)]),
      [
        'images in a batch (share of batches)',
        BATCH_SIZES.map(({ images, share }) => `${images} (${percent(share)})`).join(', '),
      ],
      ['share of the day in its busiest hour', percent(Math.max(...HOUR_SHARES))],
    ],
    [false, true],
  );

export const queueUse = (): string =>
  makeTable(
    ['Queue', 'Share of images', 'Seconds an image', 'Provider, $ an image'],
    ITEM_QUEUES.map((queue) => {
      const { share, seconds, price } = findUse(queue);
      return [`\`${queue.name}\``, percent(share), String(seconds), String(price)];
    }),
    [false, true, true, true],
  );

export const counts = (): string =>
  makeTable(
    [`A batch of ${BATCH_IMAGES}`, 'Reads', 'Writes', 'Deletes', 'Tasks', 'CPU seconds'],
    Object.entries(COUNTS.tools).map(([tool, { submit, work, open, zip, remove }]) => {
      const parts = [submit, work, open, zip, remove];
      const total = (of: (part: typeof submit) => number) => parts.reduce((sum, part) => sum + of(part), 0);
      return [
        tool,
        ...[
          total(({ reads }) => reads),
          total(({ writes }) => writes),
          total(({ deletes }) => deletes),
          total(({ tasks }) => tasks),
        ].map(round),
        total(({ cpuSeconds }) => cpuSeconds).toFixed(1),
      ];
    }),
    [false, true, true, true, true, true],
  );
