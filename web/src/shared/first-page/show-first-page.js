// Runs at the end of the body. Shows whoever was signed in the top of the page they open, as of their last visit.
try {
  const { email } = JSON.parse(localStorage.getItem('last-user'));
  const template = document.getElementById('first-page-template');
  const modules = JSON.parse(template.dataset.modules);
  for (const file of [...modules.all, ...(modules[location.pathname] ?? [])]) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href: `/${file}` });
    document.head.append(link);
  }
  const page = template.content.cloneNode(true);
  const main = page.querySelector('main');
  page.querySelector(`[data-path="${location.pathname}"]`)?.setAttribute('aria-current', 'page');
  const heading = location.search === '' && JSON.parse(localStorage.getItem('headings'))?.[location.pathname];
  page.querySelector('.account-email').textContent = email;
  if (navigator.platform.startsWith('Mac')) page.querySelector('.palette-keys').textContent = '⌘K';
  if (heading) {
    page.querySelector('h1').textContent = heading.title;
    page.querySelector('p').textContent = heading.subtitle ?? '';
  } else {
    main.remove();
  }
  template.replaceWith(page);
} catch {
  // Nobody was signed in, or what the browser stores is unreadable. "Loading..." shows instead.
}
