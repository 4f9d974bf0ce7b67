import { switchProvider } from '../apply-choice.ts';
import { DEFAULT_VALUES, type FormValues } from '../form-values.ts';

export const createValues = (overrides: Partial<FormValues>): FormValues => ({
  ...DEFAULT_VALUES,
  ...overrides,
});

const started = createValues({ prompt: 'A red fox', quantity: 12 });
const google = switchProvider(started, 'google');

/** Valid values for each family, different from the initial values where possible. */
export const COMPLETE = {
  openai: {
    ...started,
    gptQuality: 'low',
    gptBackground: 'opaque',
    gptAspectRatio: '3:2',
    gptOutputFormat: 'jpeg',
  },
  xai: switchProvider(started, 'xai'),
  imagen3: {
    ...google,
    model: 'imagen3',
    imagenPersonGeneration: 'allow_adult',
    imagenAspectRatio: '16:9',
  },
  imagen4: {
    ...google,
    model: 'imagen4',
    imagen4Version: 'ultra',
    imagen4PersonGeneration: 'dont_allow',
    imagen4AspectRatio: '3:4',
  },
  stability: {
    ...switchProvider(started, 'stability'),
    model: 'sd3.5-large',
    stabilityVersion: 'large',
    stabilityStylePreset: 'origami',
    stabilityNegativePrompt: 'blur',
    stabilityAspectRatio: '9:16',
    stabilityOutputFormat: 'png',
    stabilityCfgScale: 6.5,
    seed: 0,
  },
} as const satisfies Record<string, FormValues>;
