// For its types: a theme with CSS variables.
import type * as _ from '@mui/material/themeCssVarsAugmentation';
import { createTheme } from '@mui/material/styles';
import { ChevronDown } from 'lucide-react';
import { SHORT_SCREEN } from './short-screen.ts';

const FONT = "'Geist Variable', system-ui, sans-serif";
const EASE = 'cubic-bezier(0.16, 1, 0.3, 1)';

/** The grays have a slight green tint that matches the accent. */
const light = {
  primary: { main: '#0f6e66', dark: '#0b544e', light: '#14857b', contrastText: '#ffffff' },
  error: { main: '#b3261e' },
  warning: { main: '#8a5a00' },
  success: { main: '#276738' },
  background: { default: '#f7f8f8', paper: '#ffffff' },
  text: { primary: '#161a1a', secondary: '#586060' },
  divider: '#e1e5e5',
};
const dark = {
  primary: { main: '#4cc2b4', dark: '#37a396', light: '#74d5c9', contrastText: '#04211e' },
  error: { main: '#ff8a80' },
  warning: { main: '#e6b455' },
  success: { main: '#7cc78d' },
  background: { default: '#0f1212', paper: '#161a1a' },
  text: { primary: '#eceeee', secondary: '#9aa4a3' },
  divider: '#2a3030',
};

/** As that of ui/filter-select.tsx. */
const SELECT_ARROW = {
  width: 16,
  height: 16,
  top: 'calc(50% - 8px)',
  right: 10,
  color: 'var(--mui-palette-text-secondary)',
};

const FOCUS_RING = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 };

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-scheme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  spacing: 4,
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    h1: { fontSize: '1.75rem', lineHeight: 1.2, fontWeight: 600, letterSpacing: '-0.025em' },
    h2: { fontSize: '1.25rem', lineHeight: 1.3, fontWeight: 600, letterSpacing: '-0.015em' },
    h3: { fontSize: '0.9375rem', lineHeight: 1.4, fontWeight: 600, letterSpacing: '-0.005em' },
    button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none', letterSpacing: 0 },
    caption: { fontSize: '0.75rem' },
  },
  transitions: {
    easing: { easeOut: EASE, easeInOut: EASE, easeIn: EASE, sharp: EASE },
    duration: {
      shortest: 120,
      shorter: 120,
      short: 160,
      standard: 180,
      complex: 200,
      enteringScreen: 180,
      leavingScreen: 140,
    },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': FOCUS_RING } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, paddingInline: 14 },
        outlined: { borderColor: 'var(--mui-palette-divider)', color: 'var(--mui-palette-text-primary)' },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      styleOverrides: { root: { border: '1px solid var(--mui-palette-divider)', borderRadius: 12 } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          border: '1px solid var(--mui-palette-divider)',
          borderRadius: 12,
          boxShadow: '0 16px 48px rgb(0 0 0 / 0.24)',
          // The whole dialog scrolls, including its title and buttons.
          [SHORT_SCREEN]: { margin: 8, maxHeight: 'calc(100% - 16px)' },
        },
      },
    },
    MuiDialogContent: {
      styleOverrides: { root: { [SHORT_SCREEN]: { flex: 'none', overflowY: 'visible' } } },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: 'var(--mui-palette-background-paper)',
          '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-divider)' },
        },
        notchedOutline: { borderColor: 'var(--mui-palette-divider)' },
      },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiSelect: {
      defaultProps: { size: 'small', IconComponent: ChevronDown },
      styleOverrides: { icon: SELECT_ARROW },
    },
    // What a MuiSelect with `native` has inside.
    MuiNativeSelect: { styleOverrides: { icon: SELECT_ARROW } },
  },
});
