/** What has a special meaning in Firestore, Cloud Storage, Firebase Auth, HTTP, JavaScript or URLs. */

export const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\u{d800}',
  '\u{feff}x',
  '\u{202e}gnp.exe',
  'e\u{301}'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(10),
  '字'.repeat(300),
  'İıſK',
  '__proto__',
  'constructor',
  '__x__',
  '..',
  '../../etc/passwd',
  'a/b',
  '%00',
  '${7*7}',
  '<script>alert(1)</script>',
  '"\'`;--\\',
  '=1+1',
  'x'.repeat(2000),
  '1e309',
  'NaN',
];
const ODD_NUMBERS = [-1, 0, -0, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e-320, 4_294_967_295];
export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  ...ODD_NUMBERS,
  ...ODD_TEXTS,
];
export const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '__x__',
  '',
  '0',
  'length',
  'a.b',
  '字',
];

/** Percent-encoded. */
export const ODD_SEGMENTS = [
  ...ODD_TEXTS.filter((text) => text !== '' && text.isWellFormed()).map(encodeURIComponent),
  ...[
    '%2E%2E%2Fx',
    '%E0%A4%A',
    '%',
    '%ff',
    '%c0%ae',
    '-1',
    '9'.repeat(30),
    '1e3',
    '0x1',
    '0000',
    'x'.repeat(129),
  ],
  ...['null', 'undefined', '*', '{id}', ':id', '~', 'a;b', 'a,b', '+', '%20', '%0d%0aX-Odd:%201', '__.__'],
];

export const ODD_QUERIES = [
  ...[
    'a',
    '=',
    '&&',
    '?',
    '%',
    '%E0%A4%A',
    '__proto__=1',
    'constructor[prototype]=1',
    'since=1&since=2',
    'since[]=1',
  ],
  ...['from=-1', 'from=1e9', 'from=NaN', 'from=', 'after=%00', 'tool=', 'createdBefore=0000-00-00T00:00:00Z'],
  ...['createdBefore=9999-12-31T23:59:59Z', 'since=%22x~0%22', 'version=__x__', `since=${'x'.repeat(2000)}`],
];

/** Of headers that the API or what is in front of it reads. */
export const HEADER_NAMES = [
  ...[
    'idempotency-key',
    'x-time-zone',
    'if-none-match',
    'range',
    'accept',
    'accept-encoding',
    'origin',
    'cookie',
  ],
  ...['x-http-method-override', 'x-forwarded-host', 'x-forwarded-for', 'x-request-id', 'x-firebase-appcheck'],
  ...['content-encoding', 'content-type', 'authorization', 'if-modified-since', 'x-original-url', 'referer'],
];
export const ODD_HEADERS = [
  ...[
    '',
    ' ',
    '"',
    '""',
    '*',
    'W/"__x__"',
    '"x~0~1"',
    'gzip',
    'deflate, br',
    'identity;q=0',
    'DELETE',
    '/api/health',
  ],
  ...[
    'bytes=0-0',
    'bytes=5-1',
    'bytes=-1',
    'bytes=0-99999999999',
    'Europe/Berlin',
    'Mars/Phobos',
    '../../x',
    'UTC\t',
  ],
  ...['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eDp5', 'Ticket x', 'null', '__proto__', 'x'.repeat(3000)],
  ...['application/json;charset=utf-16', 'application/json; charset=x', 'text/plain', 'multipart/form-data'],
  ...[
    'multipart/form-data; boundary=',
    'application/x-www-form-urlencoded',
    'APPLICATION/JSON',
    'a/b/c',
    'é',
  ],
];

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY'];

export const ODD_BODIES = [
  ...['', '{', '[', 'null', '0', '""', '[]', '{"a":1', "{'a':1}", '{"a":1,"a":2}', '\u{feff}{}', '{}x', '\0'],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '['.repeat(100_000),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ],
  ...['--x\r\nContent-Disposition: form-data; name="images"\r\n\r\n', `"${'x'.repeat(1_000_001)}"`],
];
