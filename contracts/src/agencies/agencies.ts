/** The profiles of the stock agencies that the portal knows. */
import type { FileNaming } from '../keyword-generator.ts';
import type { Agency } from './agency.ts';
import { ADOBE_STOCK } from './profiles/adobe-stock.ts';
import { DEPOSITPHOTOS } from './profiles/depositphotos.ts';
import { DREAMSTIME } from './profiles/dreamstime.ts';
import { GETTY_IMAGES } from './profiles/getty-images.ts';
import { MAGNIFIC } from './profiles/magnific.ts';
import { ONE_TWO_THREE_RF } from './profiles/one-two-three-rf.ts';
import { SHUTTERSTOCK } from './profiles/shutterstock.ts';

/** In the order in which people choose from them. A studio has one more, its own. */
export const AGENCIES: readonly Agency[] = [
  ADOBE_STOCK,
  SHUTTERSTOCK,
  GETTY_IMAGES,
  DREAMSTIME,
  ONE_TWO_THREE_RF,
  DEPOSITPHOTOS,
  MAGNIFIC,
];

/** Those whose CSV the Keyword Generator offers by itself. */
export const CSV_AGENCIES = { 'adobe-stock': ADOBE_STOCK, shutterstock: SHUTTERSTOCK } as const;
export type CsvAgencyId = keyof typeof CSV_AGENCIES;

/** Whether the agency takes the picture at all, as far as AI goes. */
export const isAccepted = (
  { isMadeByAi = false }: { isMadeByAi?: boolean | undefined },
  { acceptsAi }: Pick<Agency, 'acceptsAi'>,
): boolean => !isMadeByAi || acceptsAi;

/** The naming to use until the user chooses one: names that the agency accepts. */
export const findDefaultNaming = ({ maxFileNameLength }: Pick<Agency, 'maxFileNameLength'>): FileNaming =>
  maxFileNameLength === null ? 'seo' : 'short';
