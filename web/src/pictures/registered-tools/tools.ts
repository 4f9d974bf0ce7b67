import type { ToolName } from '@portal/contracts/batches';
import type { ToolSettings } from '@portal/contracts/studio-settings';
import type { LucideIcon } from 'lucide-react';
import { createContext, use, type ComponentType } from 'react';
import type { HistoryQuery } from '../batches/batch-tool.ts';

/** A tool as `app/registry/tools.ts` registers it. */
export interface Tool {
  name: ToolName;
  title: string;
  /** One word, for the navigation of a phone. */
  shortTitle: string;
  /** Its address in the portal. */
  path: string;
  icon: LucideIcon;
  /** Loads the page when its route is opened. */
  page: () => Promise<ComponentType>;
  /** Its batches, for the palette. */
  historyQuery: HistoryQuery;
  /** The setting that an admin can change, if it has one. */
  setting?: keyof ToolSettings;
}

/** The app provides its registry here, so that features do not import the app. */
export const ToolsContext = createContext<readonly Tool[]>([]);

export const useTools = (): readonly Tool[] => use(ToolsContext);

export function useTool(name: ToolName): Tool {
  const tool = useTools().find((each) => each.name === name);
  if (!tool) throw new Error(`The tool "${name}" is not registered.`);
  return tool;
}

export type GetToolTitle = (name: string) => string;

/** Returns the title of each tool that the API names. */
export function useToolTitles(): GetToolTitle {
  const tools = useTools();
  return (name) => tools.find((tool) => tool.name === name)?.title ?? (name === 'check' ? 'Checks' : name);
}
