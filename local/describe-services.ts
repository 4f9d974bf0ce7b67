/** What `npm start` says about each service: whether it costs money, and how much. */
import { formatDollars } from '@portal/contracts/dollars';
import { PROVIDER_TITLES, type Provider } from '@portal/contracts/generation-request';
import { findPrice, type Priced } from '@portal/contracts/pricing';
import type { RealServices } from './real-services.ts';

/** The first picture that a newcomer would make: each provider's least expensive one. */
const FIRST_PICTURES: Readonly<Record<Provider, Priced>> = {
  openai: { provider: 'openai', model: 'gpt-image-1', quality: 'low', aspectRatio: '1:1' },
  google: { provider: 'google', model: 'gemini' },
  stability: { provider: 'stability', model: 'sd3.5-medium' },
  xai: { provider: 'xai', model: 'grok' },
};

export function describeServices(
  { keys, cloudinary }: RealServices,
  budget: number | undefined,
): readonly string[] {
  const providers = Object.values(FIRST_PICTURES).map((picture) => {
    const { provider } = picture;
    const count = keys[provider].length;
    const title = PROVIDER_TITLES[provider].padEnd(NAME_WIDTH);
    if (count === 0) return `${title} sandbox: drawn on this machine, free`;
    const price = formatDollars(findPrice([], picture));
    return `${title} real, ${count === 1 ? 'one key' : `${count} keys`}: the first picture costs from ${price}`;
  });
  const isReal = Object.values(keys).some(({ length }) => length > 0);
  return [
    ...providers,
    `${'Cloudinary'.padEnd(NAME_WIDTH)} ${cloudinary ? `real: results are stored in ${cloudinary.cloudName}` : 'sandbox: results stay on this machine'}`,
    ...(budget === undefined
      ? []
      : [
          `${'Budget'.padEnd(NAME_WIDTH)} ${formatDollars(budget)} a month for all people together (npm start -- --budget 20)`,
        ]),
    ...(isReal ? [] : ['With your own key: OPENAI_API_KEY=… npm start (README.md)']),
  ];
}

const NAME_WIDTH = 'Stability AI'.length;
