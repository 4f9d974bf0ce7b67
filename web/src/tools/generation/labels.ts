/** Display names of the form's values. */
export const PERSON_LABELS = {
  dont_allow: "Don't allow",
  allow_adult: 'Adults only',
  allow_all: 'Allow all',
};

/** 'analog-film' as 'Analog film', '3d-model' as '3D model'. */
export function humanize(value: string): string {
  const text = value.replaceAll('-', ' ').replace(/^3d\b/, '3D');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
