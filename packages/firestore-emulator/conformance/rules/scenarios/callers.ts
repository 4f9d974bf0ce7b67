/** Callers: signed out, anonymous, several providers, custom claims. */
import { administrator, alice, anonymous, bob } from '../callers.ts';
import type { Scenario } from '../scenario.ts';

const everyone = [
  { name: 'nobody' },
  { name: 'alice', as: alice },
  { name: 'bob', as: bob },
  { name: 'an anonymous user', as: anonymous },
  { name: 'the administrator of the claims', as: administrator },
] as const;

function ask(condition: string, allowed: readonly (typeof everyone)[number]['name'][]): Scenario {
  return {
    title: condition,
    rules: `match /a/{id} { allow get: if ${condition}; }`,
    documents: { 'a/x': { owner: 'alice', editors: ['bob', 'root'] } },
    requests: everyone.map(({ name, ...caller }) => ({
      title: name,
      ...caller,
      request: { get: 'a/x' },
      decision: allowed.includes(name) ? 'allow' : 'deny',
    })),
  };
}

const all = everyone.map(({ name }) => name);
const signedIn = all.filter((name) => name !== 'nobody');
const claims = 'the administrator of the claims';

export const callers: readonly Scenario[] = [
  ask('true', all),
  ask('request.auth != null', signedIn),
  ask('request.auth == null', ['nobody']),
  ask('request.auth.uid != null', signedIn),
  ask("request.auth.uid != 'alice'", ['bob', 'an anonymous user', claims]),
  ask('request.auth.uid == resource.data.owner', ['alice']),
  ask('request.auth.uid in resource.data.editors', ['bob', claims]),
  ask("request.auth != null && request.auth.token.firebase.sign_in_provider != 'anonymous'", [
    'alice',
    'bob',
    claims,
  ]),
  ask("request.auth.token.firebase.sign_in_provider == 'anonymous'", ['an anonymous user']),
  ask('request.auth.token.email_verified == true', ['alice', claims]),
  ask('request.auth.token.email_verified', ['alice', claims]),
  ask('!request.auth.token.email_verified', ['bob']),
  ask('request.auth.token.email_verified != true', ['bob']),
  ask("request.auth.token.get('email_verified', false) == false", ['bob', 'an anonymous user']),
  ask("'email' in request.auth.token", ['alice', 'bob', claims]),
  ask("!('email' in request.auth.token)", ['an anonymous user']),
  ask("request.auth.token.email.matches('.*@example[.]com')", ['alice', claims]),
  ask("request.auth.token.phone_number == '+15550100'", ['bob']),
  ask('request.auth.token.admin == true', [claims]),
  ask('request.auth.token.admin', [claims]),
  ask('request.auth.token.level > 4', [claims]),
  ask('request.auth.token.level is int', [claims]),
  ask('request.auth.token.ratio == 0.5', [claims]),
  ask("'editor' in request.auth.token.roles", [claims]),
  ask("request.auth.token.team.id == 'blue' && request.auth.token.team.size == 3", [claims]),
  ask('request.auth.token.nothing == null', [claims]),
  ask("request.auth.token.firebase.tenant == 'studio'", [claims]),
  ask("request.auth.token['admin'] == true || request.auth.token.email == 'alice@example.com'", [
    'alice',
    claims,
  ]),
  ask('request.auth.token.admin == true || true', all),
  ask('request.auth.token.sub == request.auth.uid', signedIn),
];
