/**
 * What the page may load for App Check with reCAPTCHA Enterprise. Scripts and frames: Google's answer for sites with a policy
 * (https://docs.cloud.google.com/recaptcha/docs/faq). Connections: the token exchange of the Firebase SDK
 * (@firebase/app-check, BASE_ENDPOINT), and reCAPTCHA's own.
 */
const SOURCES = {
  'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  'connect-src': ['https://content-firebaseappcheck.googleapis.com', 'https://www.google.com/recaptcha/'],
};

const POLICY = /(?<="key": "Content-Security-Policy",\s+"value": ")[^"]+/;

/** Adds the sources to the policy in firebase.json, or removes them. All else stays as it is. */
export function setAppCheck(firebaseJson: string, isOn: boolean): string {
  if (!POLICY.test(firebaseJson)) throw new Error('firebase.json has no Content-Security-Policy.');
  return firebaseJson.replace(POLICY, (policy) =>
    policy
      .split('; ')
      .map((directive) => setSources(directive, isOn))
      .join('; '),
  );
}

function setSources(directive: string, isOn: boolean): string {
  const [name = '', ...sources] = directive.split(' ');
  const own = Object.entries(SOURCES).find(([each]) => each === name)?.[1] ?? [];
  return [name, ...sources.filter((source) => !own.includes(source)), ...(isOn ? own : [])].join(' ');
}
