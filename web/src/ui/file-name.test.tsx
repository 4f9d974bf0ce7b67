import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPart } from '../testing/open-part.tsx';
import { FileName } from './file-name.tsx';

test.each([
  ['an_old_lighthouse_at_dusk_00001.jpg', ['an_old_lighthouse_at_du', 'sk_00001.jpg']],
  ['fox_1.png', ['', 'fox_1.png']],
])('keeps the end of %s apart, and says the whole name', (name, parts) => {
  openPart(<FileName name={name} />);
  const line = screen.getByTitle(name);
  expect(line.textContent).toBe(name);
  expect([...line.children].map(({ textContent }) => textContent)).toEqual(parts);
});
