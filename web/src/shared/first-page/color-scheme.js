// Runs in the head, so that the first paint has the right colors.
{
  let mode;
  try {
    mode = localStorage.getItem('mui-mode');
  } catch {
    // Without storage the scheme follows the system.
  }
  const isDark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = isDark ? 'dark' : 'light';
}
