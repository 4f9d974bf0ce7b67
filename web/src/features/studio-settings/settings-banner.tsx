import type { SettingsProblem } from '@portal/contracts/studio-settings';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { describeFallback } from './describe-fallback.ts';
import { settingsQuery } from './section/settings-query.ts';
import { SETTINGS_PATH } from './settings-path.ts';

const MAX_SHOWN = 5;

/** Shown on every admin page while a settings document has invalid values. */
export function SettingsBanner() {
  const { data } = useQuery(settingsQuery);
  const { pathname } = useLocation();
  const problems = data?.problems ?? [];
  if (problems.length === 0) return undefined;
  const hidden = problems.length - MAX_SHOWN;
  return (
    <Box component="section" aria-label="Settings problems" sx={{ mb: 6 }}>
      <Alert
        severity="warning"
        variant="outlined"
        role="alert"
        icon={<TriangleAlert aria-hidden size={18} />}
        sx={{ '& .MuiAlert-message': { minWidth: 0 } }}
      >
        <AlertTitle>Some settings are invalid</AlertTitle>
        <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, pl: 4 }}>
          {problems.slice(0, MAX_SHOWN).map((problem) => (
            <Problem key={`${problem.document} ${problem.field} ${problem.message}`} problem={problem} />
          ))}
          {hidden > 0 && <li>{hidden} more</li>}
        </Box>
        {pathname !== SETTINGS_PATH && <Link to={SETTINGS_PATH}>Open settings</Link>}
      </Alert>
    </Box>
  );
}

const Problem = ({ problem }: { problem: SettingsProblem }) => (
  <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
    <strong>
      settings/{problem.document}
      {problem.field !== '' && `, ${problem.field}`}
    </strong>
    : {problem.message}. {describeFallback(problem)}
  </Box>
);
