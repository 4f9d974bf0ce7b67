import { AGENCIES } from '@portal/contracts/agencies/agencies';
import { OwnAgencySchema, type Agency } from '@portal/contracts/agencies/agency';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import type { Firestore } from 'firebase-admin/firestore';
import { AGENCIES as DOCUMENT } from './settings-documents.ts';
import { makeSettingsReader } from './settings-store.ts';

export const agencySettings = makeSettingsReader(DOCUMENT);

const { id: _id, types: _types, refusesNames: _refusesNames, facts: _facts, ...own } = OWN_AGENCY;
export const DEFAULT_OWN_AGENCY = OwnAgencySchema.parse(own);

/** The studio's own profile. */
export async function readOwnAgency(firestore: Firestore): Promise<Agency> {
  const { settings } = await agencySettings.read(firestore);
  return { ...OWN_AGENCY, ...settings?.own };
}

/** All that people can choose from. */
export const listAgencies = async (firestore: Firestore): Promise<Agency[]> => [
  ...AGENCIES,
  await readOwnAgency(firestore),
];
