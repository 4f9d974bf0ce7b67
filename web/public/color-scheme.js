// Applies the color scheme before the first paint. The Content-Security-Policy forbids MUI's inline script for it.
let mode;
try {
  mode = localStorage.getItem('mui-mode');
} catch {
  // Without storage the scheme follows the system.
}
const isDark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.scheme = isDark ? 'dark' : 'light';
