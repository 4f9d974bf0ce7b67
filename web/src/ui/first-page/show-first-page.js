// Runs at the end of the body. For someone who was signed in, it shows the frame of the shell with the heading that this page had at
// their last visit, and loads what they most likely need. It shows nothing about them: they may be signed out by now.
try {
  if (localStorage.getItem('signed-in') === 'true') {
    const template = document.getElementById('first-page-template');
    const modules = JSON.parse(template.dataset.modules);
    for (const file of [...modules.all, ...(modules[location.pathname] ?? [])]) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href: `/${file}` });
      document.head.append(link);
    }
    const page = template.content.cloneNode(true);
    const heading =
      location.search === '' && JSON.parse(localStorage.getItem('headings'))?.[location.pathname];
    if (heading) {
      page.querySelector('h1').textContent = heading.title;
      page.querySelector('p').textContent = heading.subtitle ?? '';
    } else {
      page.querySelector('main').remove();
    }
    template.replaceWith(page);
  }
} catch {
  // What the browser stores is unreadable. Only "Loading..." shows.
}
