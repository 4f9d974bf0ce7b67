/** Models of the Responses API with image input, named as in the SDK's types. */
export interface TextModel {
  efforts: readonly string[];
  defaultEffort: string;
  /** Of an input image. */
  tokensPerPatch: number;
}

const current: TextModel = {
  efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  defaultEffort: 'none',
  tokensPerPatch: 1,
};
const mini: TextModel = { ...current, tokensPerPatch: 1.62 };
const nano: TextModel = { ...current, tokensPerPatch: 2.46 };
const first: TextModel = {
  ...current,
  efforts: ['minimal', 'low', 'medium', 'high'],
  defaultEffort: 'medium',
};

export const textModels: ReadonlyMap<string, TextModel> = new Map([
  ['gpt-5.4', current],
  ['gpt-5.4-mini', mini],
  ['gpt-5.4-mini-2026-03-17', mini],
  ['gpt-5.4-nano', nano],
  ['gpt-5.4-nano-2026-03-17', nano],
  ['gpt-5-mini', { ...first, tokensPerPatch: 1.62 }],
  ['gpt-5-nano', { ...first, tokensPerPatch: 2.46 }],
]);

/** Reasoning tokens by effort. */
export const THOUGHT_TOKENS: Record<string, number> = {
  none: 0,
  minimal: 32,
  low: 128,
  medium: 384,
  high: 1_024,
  xhigh: 2_048,
};
