import type { StudioSettings } from '@portal/contracts/studio-settings';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TWO_COLUMNS } from '../../ui/panel.tsx';
import { AgencySection } from './agency/agency-section.tsx';
import { BudgetSection } from './budget-section.tsx';
import { FilesSection } from './files-section.tsx';
import { LeaveGuard } from './section/leave-guard.tsx';
import { LimitsSection } from './limits-section.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { PricesSection } from './prices/prices-section.tsx';
import { settingsQuery } from './section/settings-query.ts';
import { ToolsSection } from './tools-section.tsx';

export function StudioSettingsPage() {
  const settings = useQuery(settingsQuery);
  const loadError = useLoadError(settings);
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Budget, limits, tools, files, agencies, prices and models. Changes take effect within seconds."
      />
      {settings.isPending && !loadError && <LoadingSettings />}
      {loadError && (
        <LoadFailure
          title="The settings could not be loaded"
          error={loadError}
          onTryAgain={() => void settings.refetch()}
        />
      )}
      {settings.data && <LoadedSettings settings={settings.data} />}
    </>
  );
}

function LoadedSettings({ settings }: { settings: StudioSettings }) {
  const { budget, limits, tools, files, agencies, pricing, models } = settings;
  const invalid = new Set(settings.problems.map(({ document }) => document));
  return (
    <LeaveGuard>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        <Box sx={TWO_COLUMNS}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 4 }}>
            <BudgetSection saved={budget} hasProblems={invalid.has('budget')} />
            <LimitsSection saved={limits} hasProblems={invalid.has('limits')} />
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 4 }}>
            <ToolsSection saved={tools} hasProblems={invalid.has('tools')} />
            <FilesSection saved={files} hasProblems={invalid.has('files')} />
          </Box>
        </Box>
        <AgencySection saved={agencies} hasProblems={invalid.has('agencies')} />
        <PricesSection saved={pricing} hasProblems={invalid.has('pricing')} />
        <ModelsSection saved={models} hasProblems={invalid.has('models')} />
      </Box>
    </LeaveGuard>
  );
}

const LoadingSettings = () => (
  <Box role="status" aria-label="Loading settings" sx={{ display: 'grid', gap: 4 }}>
    <Box sx={TWO_COLUMNS}>
      <LoadingPanel height={380} />
      <LoadingPanel height={380} />
    </Box>
    <LoadingPanel height={220} />
    <LoadingPanel height={720} />
  </Box>
);

const LoadingPanel = ({ height }: { height: number }) => (
  <Skeleton variant="rounded" height={height} sx={{ borderRadius: '12px' }} />
);
