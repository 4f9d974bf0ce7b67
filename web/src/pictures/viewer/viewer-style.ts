/** Dark in both color schemes, in grays without the portal's tint: pictures are judged by their colors. */
export const PAPER = {
  'data-scheme': 'dark',
  sx: {
    borderRadius: 0,
    border: 0,
    '&&': {
      '--mui-palette-background-default': '#121212',
      '--mui-palette-background-paper': '#1b1b1b',
      '--mui-palette-text-primary': '#ededed',
      '--mui-palette-text-secondary': '#a8a8a8',
      '--mui-palette-divider': '#333333',
      bgcolor: 'background.default',
    },
  },
} as const;

/** The title, and what can be done with the pictures. */
export const BAR = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  justifyContent: 'flex-end',
  containerType: 'inline-size',
  flexShrink: 0,
  gap: 1,
  p: 2,
  pl: 4,
} as const;

export const TITLE = { flex: { xs: '1 0 100%', sm: '1 1 0' }, minWidth: 0, fontWeight: 500 } as const;
