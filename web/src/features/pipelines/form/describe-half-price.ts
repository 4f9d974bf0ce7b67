import { hasHalfPrice, hasHalfPriceKeywords } from '@portal/contracts/half-price';
import { nameProvider } from '@portal/contracts/provider-labels';
import type { JobDraft } from './job-draft.ts';

type Draft = Pick<JobDraft, 'lanes' | 'check' | 'stylizer' | 'keywords' | 'isHalfPrice'>;

const and = new Intl.ListFormat('en');

/** What half price means for a job whose models and stages do not all offer it. */
export function describeHalfPrice({ lanes, check, stylizer, keywords, isHalfPrice }: Draft): {
  obstacle: string | undefined;
  halfPriceHint: string | undefined;
  /** Those that may take a day each. */
  halfPriceStages: number;
} {
  const providers = [...new Set(lanes.map(({ values }) => values.provider))];
  const fullPrice = providers.filter((provider) => !hasHalfPrice(provider)).map(nameProvider);
  const stages = [
    providers.some(hasHalfPrice),
    stylizer.isOn,
    keywords.isOn && hasHalfPriceKeywords(stylizer.isOn),
  ].filter(Boolean).length;
  if (stages === 0)
    return {
      obstacle: `${and.format(fullPrice)} ${fullPrice.length === 1 ? 'does' : 'do'} not offer half price.`,
      halfPriceHint: undefined,
      halfPriceStages: stages,
    };
  const sentences = [
    ...(stages > 1 ? ['Each stage may take 24 hours.'] : []),
    ...(fullPrice.length > 0
      ? [
          `${and.format(fullPrice)} ${fullPrice.length === 1 ? 'makes its pictures' : 'make their pictures'} now, at full price.`,
        ]
      : []),
    ...(check.isOn ? ['Pictures are checked right away, at full price.'] : []),
    ...(stylizer.isOn && keywords.isOn ? ['Keywords are written right away, at full price.'] : []),
  ];
  const hint = sentences.join(' ');
  return {
    obstacle: undefined,
    halfPriceHint: isHalfPrice && hint !== '' ? hint : undefined,
    halfPriceStages: stages,
  };
}
