/** How one choice changes the other fields (tools.md 4.3). */
import type { Provider } from '@portal/contracts/generation-request';
import { EMPTY_VALUES, INITIAL_VALUES, type FormValues } from './form-values.ts';
import type { ChoiceName } from './choices.ts';
import type { Settings } from './remembered-settings.ts';

/** Sets the new provider's initial values and those last used with it, and clears the other providers' fields. */
export const switchProvider = (
  { prompt, quantity, isHalfPrice }: FormValues,
  provider: Provider,
  remembered: Settings = {},
): FormValues => ({
  ...EMPTY_VALUES,
  prompt,
  quantity,
  isHalfPrice,
  ...INITIAL_VALUES[provider],
  ...remembered,
});

/** The fields that change when a value is chosen. */
export function applyChoice(values: FormValues, name: ChoiceName, value: string): Partial<FormValues> {
  if (name === 'gptBackground' && value === 'transparent')
    return { gptBackground: value, gptOutputFormat: 'png' };
  if (name === 'stabilityVersion' && (value === 'medium' || value === 'large'))
    return { stabilityVersion: value, model: `sd3.5-${value}` };
  if (name === 'imagen4Version' && value === 'ultra')
    return { imagen4Version: value, imagen4Size: fitUltra(values.imagen4Size) };
  if (name === 'model' && value === 'imagen4')
    return {
      model: value,
      imagen4PersonGeneration: values.imagen4PersonGeneration || values.imagenPersonGeneration,
      imagen4AspectRatio: values.imagen4AspectRatio || values.imagenAspectRatio,
      imagen4Size:
        values.imagen4Size ||
        (values.imagen4Version === 'ultra' ? fitUltra(values.imagenSize) : values.imagenSize),
    };
  if (name === 'model' && value === 'imagen3')
    return {
      model: value,
      imagenPersonGeneration: values.imagenPersonGeneration || values.imagen4PersonGeneration,
      imagenAspectRatio: values.imagenAspectRatio || values.imagen4AspectRatio,
      imagenSize: values.imagenSize || values.imagen4Size,
    };
  return { [name]: value };
}

/** Ultra is 2K already. */
const fitUltra = (size: FormValues['imagen4Size']) => (size === '2K' ? '' : size);

/** Why a value cannot be chosen, if it cannot. */
export const findObstacle = (values: FormValues, name: ChoiceName, value: string): string | undefined =>
  name === 'gptOutputFormat' && value === 'jpeg' && values.gptBackground === 'transparent'
    ? 'Transparent backgrounds are only supported with PNG format'
    : undefined;
