/** What a page of numbers shows. */
import { screen, within } from '@testing-library/react';
import { readText } from './open-part.tsx';

/** A `section` by its name. */
export const findPanel = (name: string) => within(screen.getByLabelText(name, { selector: 'section' }));
export const queryPanel = (name: string) => screen.queryByLabelText(name, { selector: 'section' });

/** Names and values of all description lists in a panel. */
export const readFacts = (name: string): Record<string, string> =>
  Object.fromEntries(
    [...(queryPanel(name)?.querySelectorAll('dl > *') ?? [])].map(({ children }) => {
      const [term = '', ...values] = [...children].map(readText);
      return [term, values.join(' ')];
    }),
  );

/** The name and the text of each bar of a chart. */
export const readBars = (name: string): string[][] =>
  [...screen.getByLabelText(name, { selector: 'ul' }).children].map((bar) =>
    [...(bar.firstElementChild?.children ?? [])].map(readText),
  );
