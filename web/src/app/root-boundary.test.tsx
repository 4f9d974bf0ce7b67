import { getSettings } from '@portal/contracts/settings';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FirebaseProviders } from './firebase-providers.tsx';
import { answerByPath } from '../testing/answer-by-path.ts';
import { openPart } from '../testing/open-part.tsx';
import { RootBoundary } from './root-boundary.tsx';

test.each([
  [503, 'Server temporarily unavailable. Please try again later.'],
  [403, 'Access denied. Please check your permissions.'],
  [401, 'Please log in to continue.'],
  [418, 'Something went wrong. Please try again.'],
])(
  'shows why the portal cannot start after a %i, with a reload [P8.6, P8.7, P8.8, P8.9, T8.1.2, T8.1.3, T8.1.4, T8.1.5]',
  async (status, text) => {
    // React logs what a boundary has caught.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const requests = answerByPath(() => Response.json({}, { status }));
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const user = openPart(
      <RootBoundary>
        <FirebaseProviders>The portal</FirebaseProviders>
      </RootBoundary>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.queryByText('The portal')).toBeNull();
    expect(requests.map(({ path }) => path)).toEqual([getSettings.path]);
    expect(reload).not.toHaveBeenCalled();
    await user.click(screen.getByText('Reload'));
    expect(reload).toHaveBeenCalledOnce();
  },
);
