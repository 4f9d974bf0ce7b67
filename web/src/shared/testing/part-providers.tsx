import { ThemeProvider, type Theme } from '@mui/material/styles';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Image } from 'lucide-react';
import { SessionContext, type SessionContextValue } from '../session/session.ts';
import { ToolsContext, type Tool } from '../tools/tools.ts';
import { SETTINGS } from './settings.ts';

const SESSION: SessionContextValue = {
  session: {
    status: 'signed-in',
    user: { id: 'ada', email: 'ada@studio.example', displayName: 'Ada', firstName: 'Ada', lastName: '' },
    hasUserInfoSettled: true,
  },
  settings: SETTINGS,
  logOut: async () => undefined,
};

const createTool = (name: Tool['name'], title: string): Tool => ({
  name,
  title,
  shortTitle: title,
  path: `/${name}`,
  icon: Image,
  page: async () => () => undefined,
  historyQuery: { queryKey: [name] },
});
const TOOLS = [createTool('upscale', 'Upscale'), createTool('keyword-generator', 'Keywords')];

interface Props {
  theme: Theme;
  path: string;
  client: QueryClient;
  children: ReactNode;
}

/** What the portal has around its pages. */
export const PartProviders = ({ theme, path, client, children }: Props) => (
  <QueryClientProvider client={client}>
    <ThemeProvider theme={theme}>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={SESSION}>
          <ToolsContext value={TOOLS}>{children}</ToolsContext>
        </SessionContext>
      </MemoryRouter>
    </ThemeProvider>
  </QueryClientProvider>
);
