import { ThemeProvider } from '@mui/material/styles';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { FirebaseProviders } from './firebase-providers.tsx';
import { makeQueryClient } from '../client/api/query-client.ts';
import { theme } from '../ui/theme/theme.ts';
import { browserConnection } from '../client/connection/connection.ts';
import { Pages } from './pages.tsx';
import { RootBoundary } from './root-boundary.tsx';

const queryClient = makeQueryClient();
// Queries pause while the portal is unreachable, even if the browser reports that it is online.
onlineManager.setEventListener((setOnline) => {
  const update = () => setOnline(browserConnection.isOnline());
  update();
  return browserConnection.subscribe(update);
});

export const App = () => (
  <ThemeProvider theme={theme} defaultMode="system" noSsr disableStyleSheetGeneration>
    <RootBoundary>
      <QueryClientProvider client={queryClient}>
        <FirebaseProviders>
          <Pages />
        </FirebaseProviders>
      </QueryClientProvider>
    </RootBoundary>
  </ThemeProvider>
);
