import { AGENCIES } from '@portal/contracts/agencies/agencies';
import type { Agency } from '@portal/contracts/agencies/agency';
import type { CheckedPicture, ExportCheck } from '@portal/contracts/exports';

const [first] = AGENCIES;
if (!first) throw new Error('There are no agencies.');

export const createAgency = (overrides: Partial<Agency> = {}): Agency => ({
  ...first,
  id: 'studio',
  name: 'Studio',
  acceptsAi: true,
  aiAdvice: null,
  ...overrides,
});

/** Ready for the agency. */
export const createChecked = (index: number, overrides: Partial<CheckedPicture> = {}): CheckedPicture => ({
  picture: { batchId: 'batch-a', index, kind: 'result' },
  fileName: `fox_${index + 1}.jpg`,
  isReady: true,
  isMadeByAi: false,
  reasons: [],
  warnings: [],
  remedies: [],
  isStarred: false,
  ...overrides,
});

export const createCheck = (pictures: CheckedPicture[], agency = createAgency()): ExportCheck => ({
  agencies: [
    {
      id: 'studio',
      name: 'Studio',
      acceptsAi: agency.acceptsAi,
      ready: pictures.length,
      uncertain: 0,
      zips: 1,
    },
    { id: 'other', name: 'Other', acceptsAi: false, ready: 0, uncertain: 0, zips: 0 },
    { id: 'third', name: 'Third', acceptsAi: true, ready: 1, uncertain: 0, zips: 1 },
  ],
  agency,
  pictures,
});
