/** The page of the settings, for tests. */
import { OwnAgencySchema } from '@portal/contracts/agencies/agency';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import { getKeywordPrice } from '@portal/contracts/keyword-generator';
import {
  getStudioSettings,
  RegisteredNameSchema,
  SettingsNameSchema,
  type RegisteredModel,
  type RegisteredName,
  type SettingsProblem,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { z } from 'zod';
import { answerByPath } from '../../../testing/answer-by-path.ts';
import { expectToast } from '../../../testing/expect-toast.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { AgencySection } from '../agency/agency-section.tsx';
import { BudgetSection } from '../budget-section.tsx';
import { FilesSection } from '../files-section.tsx';
import { LimitsSection } from '../limits-section.tsx';
import { ModelsSection } from '../models/models-section.tsx';
import { PricesSection } from '../prices/prices-section.tsx';
import { settingsQuery } from '../section/settings-query.ts';
import { SettingsBanner } from '../settings-banner.tsx';
import { SETTINGS_PATH } from '../settings-path.ts';
import { StudioSettingsPage } from '../studio-settings-page.tsx';
import { ToolsSection } from '../tools-section.tsx';

export const SETTINGS_CALL = getStudioSettings.path;

const MODEL: RegisteredModel = { provider: 'google', upstreamModel: 'some-model' };
const { id: _id, types: _types, refusesNames: _refusesNames, facts: _facts, ...own } = OWN_AGENCY;
export const OWN_PROFILE = OwnAgencySchema.parse(own);

const listModels = (): Record<RegisteredName, RegisteredModel> => {
  const models = Object.fromEntries(RegisteredNameSchema.options.map((name) => [name, MODEL]));
  return z.record(RegisteredNameSchema, z.custom<RegisteredModel>()).parse({
    ...models,
    imagen3: {
      ...MODEL,
      upstreamModel: 'gemini-nano-banana-2.1',
      tokenPrices: { textInput: 1.5, imageInput: 1.5, output: 30, thinking: 7.5 },
    },
  });
};

export const createProblem = (overrides: Partial<SettingsProblem> = {}): SettingsProblem => ({
  document: 'budget',
  field: 'monthlyDollars',
  message: 'Enter an amount from $0 to $1,000,000',
  fallback: 'default',
  value: 'no limit',
  ...overrides,
});

/** Nothing is set. */
export const createSettings = (overrides: Partial<StudioSettings> = {}): StudioSettings => ({
  budget: { settings: null, version: null, default: { monthlyDollars: null } },
  limits: { settings: null, version: null, default: { everyone: null, people: {} } },
  pricing: { settings: null, version: null, real: [] },
  models: { settings: null, version: null, default: listModels() },
  tools: {
    settings: null,
    version: null,
    default: {
      upscaleEngine: 'on-device',
      stylizerProvider: 'openai',
      keywordProvider: 'openai',
      deliveries: 'on',
    },
  },
  files: { settings: null, version: null },
  agencies: { settings: null, version: null, default: { own: OWN_PROFILE } },
  problems: [],
  ...overrides,
});

const SaveSchema = z.object({ settings: z.unknown(), version: z.string().nullable() });

/** Saves as the server does. A save removes the problems of its document. */
function createServer(settings: StudioSettings) {
  let version = 0;
  const server = {
    settings,
    read: (): Response | Promise<Response> => Response.json(server.settings),
    /** Instead of the usual answer. */
    failure: undefined as (() => Response) | undefined,
    save: (name: string, body: unknown): Response => {
      const section = SettingsNameSchema.parse(name);
      const saved = SaveSchema.parse(body);
      if (server.failure) return server.failure();
      if (saved.version !== server.settings[section].version) return Response.json({}, { status: 409 });
      version += 1;
      server.settings = {
        ...server.settings,
        [section]: { ...server.settings[section], settings: saved.settings, version: `v${version}` },
        problems: server.settings.problems.filter(({ document }) => document !== section),
      };
      return Response.json(server.settings);
    },
  };
  return server;
}

interface PartProps {
  settings: StudioSettings;
}

/** The whole page takes many times as long as a few of its sections. */
const makePart = (Sections: ComponentType<PartProps>) => () => {
  const { data } = useQuery(settingsQuery);
  return data && <Sections settings={data} />;
};

export const FewSections = makePart(({ settings }: PartProps) => (
  <>
    <BudgetSection saved={settings.budget} hasProblems={false} />
    <LimitsSection saved={settings.limits} hasProblems={false} />
    <ToolsSection saved={settings.tools} hasProblems={false} />
    <FilesSection saved={settings.files} hasProblems={false} />
    <PricesSection saved={settings.pricing} hasProblems={false} />
  </>
));
export const OwnProfile = makePart(({ settings }: PartProps) => (
  <AgencySection saved={settings.agencies} hasProblems={false} />
));
export const Models = makePart(({ settings }: PartProps) => (
  <ModelsSection saved={settings.models} hasProblems={false} />
));

/** Opens the page under the banner, as an admin. */
export function openSettings(
  settings: Partial<StudioSettings> = {},
  part: ReactNode = <StudioSettingsPage />,
) {
  const server = createServer(createSettings(settings));
  const saves: { name: string; settings: unknown }[] = [];
  const requests = answerByPath(({ method, path, body }) => {
    if (path === getKeywordPrice.path) return Response.json({ price: 0.01, provider: 'openai' });
    if (method !== 'PUT') return server.read();
    const name = path.slice(SETTINGS_CALL.length + 1);
    saves.push({ name, settings: SaveSchema.parse(body).settings });
    return server.save(name, body);
  });
  const user = openPart(
    <>
      <SettingsBanner />
      {part}
    </>,
    { path: SETTINGS_PATH, role: 'admin', hasDataRouter: true },
  );
  return { user, server, saves, requests };
}

export const findSection = (title: string) => within(screen.getByLabelText(title, { selector: 'section' }));
export const waitForSection = (title = 'Budget') => screen.findByLabelText(title, { selector: 'section' });

const findGroup = (label: string) => within(screen.getByLabelText(label, { selector: '[role]' }));

/** Selects a radio button by the name of its setting. */
export const choose = (setting: string, value: string): boolean =>
  fireEvent.click(findGroup(setting).getByLabelText(value));

export const isChosen = (setting: string, value: string): boolean =>
  findGroup(setting).getByLabelText<HTMLInputElement>(value).checked;

export const fill = (field: Element, value: string): boolean =>
  fireEvent.change(field, { target: { value } });

export const findSave = (title: string) => screen.queryByLabelText(`Save ${title.toLowerCase()}`);

/** Saves a section, and waits until its buttons are gone. */
export async function save(user: UserEvent, title: string): Promise<void> {
  await pressSave(user, title);
  await expectToast(`${title} saved`);
  await waitFor(() => {
    if (findSave(title)) throw new Error(`${title} can still be saved.`);
  });
}

export const pressSave = (user: UserEvent, title: string): Promise<void> =>
  user.click(screen.getByLabelText(`Save ${title.toLowerCase()}`));

export const findPrice = (number: number) => within(screen.getByLabelText(new RegExp(`^Price ${number}:`)));

export const findModel = (name: string) => {
  const summary = findSection('Models').getByText(name).closest('details');
  if (!summary) throw new Error(`There is no model ${name}.`);
  return { details: summary, ...within(summary) };
};
