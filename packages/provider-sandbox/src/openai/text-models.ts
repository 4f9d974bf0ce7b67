/** Models of the Responses API that look at pictures, as the SDK's types name them. */
export interface TextModel {
  efforts: readonly string[];
  usualEffort: string;
  /** Tokens of a picture's patch. */
  tokensOfAPatch: number;
}

const current: TextModel = {
  efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  usualEffort: 'none',
  tokensOfAPatch: 1,
};
const mini: TextModel = { ...current, tokensOfAPatch: 1.62 };
const nano: TextModel = { ...current, tokensOfAPatch: 2.46 };
const first: TextModel = {
  ...current,
  efforts: ['minimal', 'low', 'medium', 'high'],
  usualEffort: 'medium',
};

export const textModels: ReadonlyMap<string, TextModel> = new Map([
  ['gpt-5.4', current],
  ['gpt-5.4-mini', mini],
  ['gpt-5.4-mini-2026-03-17', mini],
  ['gpt-5.4-nano', nano],
  ['gpt-5.4-nano-2026-03-17', nano],
  ['gpt-5-mini', { ...first, tokensOfAPatch: 1.62 }],
  ['gpt-5-nano', { ...first, tokensOfAPatch: 2.46 }],
]);

/** What a model thinks before it speaks, in tokens. */
export const tokensOfThought: Record<string, number> = {
  none: 0,
  minimal: 32,
  low: 128,
  medium: 384,
  high: 1_024,
  xhigh: 2_048,
};
