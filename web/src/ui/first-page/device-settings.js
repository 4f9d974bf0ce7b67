// Runs in the head, so that the first paint has the right colors and navigation.
{
  let mode;
  try {
    mode = localStorage.getItem('mui-mode');
    document.documentElement.dataset.rail = localStorage.getItem('rail') ?? '';
  } catch {
    // Without storage the scheme follows the system.
  }
  const isDark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = isDark ? 'dark' : 'light';
}
