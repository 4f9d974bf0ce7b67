/** What `npm run providers:check` is going to do, and what came of it. */
import { formatDollars } from '@portal/contracts/dollars';

interface Plan {
  service: string;
  cases: number;
  /** Pictures and texts that cost money. */
  paid: number;
  dollars: number;
  hasKey: boolean;
}

export interface Outcome {
  service: string;
  name: string;
  /** Undefined if the service did what the adapter expects. */
  problem: string | undefined;
}

export function describePlan(plan: readonly Plan[]): string[] {
  const lines = plan.map(({ service, cases, paid, dollars, hasKey }) => {
    const cost = paid === 0 ? 'free' : `${paid} pictures and texts, about ${formatDollars(dollars)}`;
    return `${service.padEnd(12)} ${hasKey ? 'is checked' : 'has no key'}: ${cases} cases, ${cost}`;
  });
  if (plan.some(({ hasKey }) => hasKey)) return [...lines, ''];
  return [
    ...lines,
    '',
    'Nothing was called. Set OPENAI_API_KEY, GEMINI_API_KEY, STABILITY_API_KEY, XAI_API_KEY or CLOUDINARY_URL, or put them into .env.local,',
    'and run this command again. Prices are those of the list in contracts/src/pricing.ts.',
  ];
}

/** Markdown for an issue. */
export function writeReport(outcomes: readonly Outcome[], date: Date): string {
  const failed = outcomes.filter(({ problem }) => problem !== undefined).length;
  const rows = outcomes.map(
    ({ service, name, problem }) =>
      `| ${service} | ${name} | ${problem === undefined ? 'as expected' : escape(problem)} |`,
  );
  return [
    `# Providers on ${date.toISOString().slice(0, 10)}`,
    '',
    `${outcomes.length - failed} of ${outcomes.length} cases went as the adapters expect.`,
    '',
    '| service | case | result |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const escape = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
