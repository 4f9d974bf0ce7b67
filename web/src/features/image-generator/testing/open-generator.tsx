import { getGeminiStats, generatorCalls, type GenerationBatch } from '@portal/contracts/image-generator';
import { getPricing } from '@portal/contracts/pricing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { ALL_TOOLS } from '../../../testing/all-tools.ts';
import { answerByPath, type SentRequest } from '../../../testing/answer-by-path.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { ToolsContext } from '../../../pictures/registered-tools/tools.ts';
import { NO_PRICES } from '../../../tools/generation/estimate.ts';
import { ImageGeneratorPage } from '../image-generator-page.tsx';

interface Served {
  batches?: readonly GenerationBatch[];
  /** Before anything else. */
  answer?: (request: SentRequest) => Response | Promise<Response | undefined> | undefined;
}

/** Opens the page. `served` can be changed later. */
export function openGenerator(served: Served = {}) {
  const requests = answerByPath(async (request) => {
    const { method, path } = request;
    const own = await served.answer?.(request);
    if (own || method !== 'GET') return own;
    if (path === getPricing.path) return Response.json(NO_PRICES);
    if (path === getGeminiStats.path) return Response.json({ stats: createStats(0) });
    // Never loaded: a document of a test decodes nothing.
    if (path.endsWith('/thumbnail')) return new Promise<Response>(() => undefined);
    return path === generatorCalls.list.path ? Response.json({ batches: served.batches ?? [] }) : undefined;
  });
  const { unmount, ...user } = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <ImageGeneratorPage />
    </ToolsContext>,
  );
  return { user, unmount, served, requests };
}

/** Opens the page, and waits for the cards of its batches. */
export async function openHistory(served: Served) {
  const opened = openGenerator(served);
  await findHistory().findAllByRole('article');
  return opened;
}

export const createStats = (used: number) => ({
  date: '2026-11-21',
  limit: 500,
  used,
  remaining: 500 - used,
  limitReached: used >= 500,
  resetsAt: '2026-11-22T00:00:00.000Z',
});

export const findGroup = (field: string) =>
  screen.getByLabelText(field, { selector: '[role=radiogroup]', exact: true });
export const findChoice = (field: string, option: string) =>
  within(findGroup(field)).getByLabelText<HTMLInputElement>(option);
export const choose = (field: string, option: string) => fireEvent.click(findChoice(field, option));
export const openOptions = () => fireEvent.click(screen.getByText('More options'));
export const fill = (field: Element, value: string) => fireEvent.change(field, { target: { value } });

export const findForm = () => screen.getByRole('form', { name: 'Generate Images' });
export const findPrompt = () =>
  screen.getByLabelText<HTMLTextAreaElement>('Prompt', { selector: 'textarea' });
export const findQuantity = () => screen.getByLabelText<HTMLInputElement>('Number of images');
export const findSubmit = () => screen.getByText<HTMLButtonElement>(/^(Generate \d+ images?|Starting…)$/);

/** The selected provider and the values of its fields, by name. */
export const readChosen = (): Record<string, string> =>
  Object.fromEntries(
    [...findForm().querySelectorAll('input')].flatMap(({ type, checked, name, value }) =>
      type === 'radio' && checked && name !== 'ready' ? [[name, value]] : [],
    ),
  );

export const isStart = ({ method, path }: SentRequest): boolean =>
  method === 'POST' && path === '/api/image-generator/generate';
export const findHistory = () => within(screen.getByLabelText('History', { selector: 'section' }));

export function findCard(id: string): HTMLElement {
  const card = document.getElementById(`batch-${id}`);
  if (!card) throw new Error(`There is no card of ${id}.`);
  return card;
}

export const cardOf = (id: string) => within(findCard(id));
export const findDialog = (name: string) => screen.findByRole('dialog', { name });
export const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
