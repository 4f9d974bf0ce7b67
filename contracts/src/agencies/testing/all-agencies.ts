import { AGENCIES } from '../agencies.ts';
import type { Agency } from '../agency.ts';
import { OWN_AGENCY } from '../profiles/own-agency.ts';

/** Each with its name, which titles of tests show. */
export const ALL_AGENCIES: readonly [name: string, agency: Agency][] = [...AGENCIES, OWN_AGENCY].map(
  (agency) => [agency.name, agency],
);
