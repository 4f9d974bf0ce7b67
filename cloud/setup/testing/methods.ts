import { ALERTS_METHODS } from './alerts-methods.ts';
import { DATA_METHODS } from './data-methods.ts';
import { PROJECT_METHODS } from './project-methods.ts';

/** The methods that the setup calls, each with the permission that it needs. https://cloud.google.com/iam/docs/permissions-reference */
export const METHODS = [...PROJECT_METHODS, ...DATA_METHODS, ...ALERTS_METHODS];
