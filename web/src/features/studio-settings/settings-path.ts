/** Apart from the page's own code: the shell's first screen needs it. */
export const SETTINGS_PATH = '/admin/settings';
