// Waits until `npm start` serves the page and the API.
const GIVE_UP_AT = Date.now() + 10 * 60_000;
const answers = async (path) => {
  const response = await fetch(`http://127.0.0.1:5000${path}`).catch(() => undefined);
  return response?.ok === true;
};
while (!((await answers('/')) && (await answers('/api/health')))) {
  if (Date.now() > GIVE_UP_AT) throw new Error('The portal did not answer in time.');
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
process.stdout.write('The portal answers.\n');
