import { PROVIDER_TITLES, type Provider } from '@portal/contracts/generation-request';
import { describeKeyProblem, type KeyProblem, type ProviderState } from '@portal/contracts/providers';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { StatusIcon } from '../../ui/status-word.tsx';
import { providersQuery } from './providers-query.ts';

interface Props {
  /** Of the form's values; undefined while they are unknown. */
  providers: readonly (Provider | undefined)[];
}

function useStates(providers: Props['providers']): ProviderState[] {
  const { data = [] } = useQuery(providersQuery);
  return data.filter(({ provider }) => providers.includes(provider));
}

/** Whose results are drawings, so that nobody takes them for pictures of the provider. */
export function SandboxBadge({ providers }: Props) {
  const sandboxed = useStates(providers).filter(({ isSandbox }) => isSandbox);
  if (sandboxed.length === 0) return undefined;
  const names = sandboxed.map(({ provider }) => PROVIDER_TITLES[provider]).join(', ');
  return (
    <Tooltip
      describeChild
      title="Drawn on this machine, free of charge. README.md says how to use your own key."
    >
      <Box component="span" sx={{ fontSize: '0.75rem' }}>
        <Badge>Sandbox: {names}</Badge>
      </Box>
    </Tooltip>
  );
}

/** Rows of a form's submit bar: why nothing can be made, and where that can be solved. */
export const KeyProblems = ({ providers }: Props) =>
  useStates(providers).map(
    ({ provider, problem }) =>
      problem && (
        <Box
          key={provider}
          role="status"
          aria-label={`${PROVIDER_TITLES[provider]} keys`}
          sx={{
            gridColumn: '1 / -1',
            display: 'flex',
            gap: 2,
            fontSize: '0.8125rem',
            '& svg': { mt: '2px' },
          }}
        >
          <StatusIcon tone="bad" />
          <KeyProblemText provider={provider} problem={problem} />
        </Box>
      ),
  );

/** One sentence, and a link to the provider's page. */
export function KeyProblemText({ provider, problem }: { provider: Provider; problem: KeyProblem }) {
  const { sentence, page } = describeKeyProblem(provider, problem);
  return (
    <span>
      {sentence}{' '}
      <Link href={page} target="_blank" rel="noreferrer" color="inherit">
        {new URL(page).host}
      </Link>
    </span>
  );
}
