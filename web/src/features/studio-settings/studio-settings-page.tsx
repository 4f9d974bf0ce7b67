import type { StudioSettings } from '@portal/contracts/studio-settings';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TWO_COLUMNS } from '../../ui/panel.tsx';
import { useAgencySettings } from './agency/agency-form.ts';
import { AgencySection } from './agency/agency-section.tsx';
import { BudgetSection, useBudget } from './budget-section.tsx';
import { FilesSection, useFileSettings } from './files-section.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LimitsSection, useLimits } from './limits-section.tsx';
import { useModels } from './models/model-form.ts';
import { ModelsSection } from './models/models-section.tsx';
import { usePrices } from './prices/price-form.ts';
import { PricesSection } from './prices/prices-section.tsx';
import { settingsQuery } from './section/settings-query.ts';
import { ToolsSection, useToolSettings } from './tools-section.tsx';

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
  const budget = useBudget(settings.budget);
  const limits = useLimits(settings.limits);
  const tools = useToolSettings(settings.tools);
  const prices = usePrices(settings.pricing);
  const models = useModels(settings.models);
  const files = useFileSettings(settings.files);
  const agencies = useAgencySettings(settings.agencies);
  const invalid = new Set(settings.problems.map(({ document }) => document));
  const unsaved = [budget, limits, tools, files, agencies, prices, models]
    .filter(({ isDirty }) => isDirty)
    .map(({ title }) => title);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={TWO_COLUMNS}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 4 }}>
          <BudgetSection section={budget} saved={settings.budget} hasProblems={invalid.has('budget')} />
          <LimitsSection section={limits} saved={settings.limits} hasProblems={invalid.has('limits')} />
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 4 }}>
          <ToolsSection section={tools} saved={settings.tools} hasProblems={invalid.has('tools')} />
          <FilesSection section={files} hasProblems={invalid.has('files')} />
        </Box>
      </Box>
      <AgencySection section={agencies} hasProblems={invalid.has('agencies')} />
      <PricesSection section={prices} saved={settings.pricing} hasProblems={invalid.has('pricing')} />
      <ModelsSection section={models} saved={settings.models} hasProblems={invalid.has('models')} />
      <LeaveGuard unsaved={unsaved} />
    </Box>
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
