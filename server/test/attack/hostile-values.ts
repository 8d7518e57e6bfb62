/** Values that break careless programs. Each test run draws from them by its seed. */
import fc from 'fast-check'

/** Texts with the syntax of other languages, and with characters that are hard to show or to store. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0007\u001b[2J\u001b]0;title\u0007',
  'line\r\nSet-Cookie: veni=forged',
  '\u202e\u2066bidi\u2069',
  '\ud800',
  'x\udfffy',
  '\u0301'.repeat(500),
  '\ufeff\uffff',
  "'; drop table customers; --",
  "' or '1'='1",
  '1); select pg_sleep(20); --',
  '"><script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '%s%n%x%p',
  '$(id)`id`;id|id',
  '=cmd|"/c calc"!A1',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-Infinity',
  '1e999',
  '0x10',
  '٣',
  'x'.repeat(3_000),
  '\u0c24'.repeat(2_001),
]

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  1e9,
  1e9 + 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

const hostileKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'length', '$gt', '', '0']

const nested = (levels: number) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** Any JSON value with a tendency to break things. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, [], {}),
    fc.constantFrom(...hostileNumbers),
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.constantFrom(50, 2_000).map(nested),
    fc.constant(Array.from({ length: 600 }, () => 0)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...hostileKeys), tie('value')), { maxLength: 4 })
      // Like JSON.parse, this makes `__proto__` an own key.
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value

/** Bodies that are no JSON, or JSON that parsers read in different ways. */
export const brokenJson: readonly Buffer[] = [
  '',
  '{',
  '{"a":1}}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":NaN}',
  '{"a":1e999999}',
  `{"a":${'9'.repeat(5_000)}}`,
  '{"a":"\\ud800"}',
  "{'a':1}",
  '{"a":1} // comment',
  'null',
  '"text"',
  '['.repeat(10_000),
  `${'[{"a":'.repeat(1_500)}1${'}]'.repeat(1_500)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'a=1&b[c]=2',
]
  .map((text) => Buffer.from(text))
  .concat([
    Buffer.from('\ufeff{"phone":"1"}'),
    Buffer.from('{"phone":"1"}', 'utf16le'),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from('{"a":"\xc0\xae"}', 'latin1'),
  ])

/** Headers that are set beside those of a usual request, or in their place. Names repeat on purpose. */
export const hostileHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/xml'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/json; charset=\u00ff'],
  ['content-type', 'application/json, text/html'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'application/offset+octet-stream'],
  ['content-type', ';;;'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-encoding', 'identity, gzip'],
  ['accept-encoding', 'gzip;q=nonsense, *;q=0'],
  ['accept', '\u00ff'],
  ['host', 'rebound.example'],
  ['host', ''],
  ['host', 'user@localhost:80@evil.example'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['x-forwarded-for', "127.0.0.1, 'a"],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https'],
  ['x-http-method-override', 'DELETE'],
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(256)],
  ['idempotency-key', '\u00ff\u00fe'],
  ['idempotency-key', "'; drop table idempotency_keys; --"],
  ['idempotency-key', '__proto__'],
  ['veni-runner', '3'],
  ['veni-runner', 'constructor'],
  ['cookie', 'veni=a; veni=b; veni='],
  ['cookie', `veni=${'a'.repeat(5_000)}`],
  ['cookie', 'veni=%00%ff; =; ;;'],
  ['cookie', '__proto__=1; constructor=2'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-,0-,0-,0-'],
  ['expect', '200-ok'],
  ['upgrade', 'websocket'],
  ['x-long', 'h'.repeat(20_000)],
  ['tus-resumable', '0.0.1'],
  ['upload-length', '-1'],
  ['upload-length', '1e3'],
  ['upload-length', '99999999999999999999'],
  ['upload-defer-length', '1'],
  ['upload-offset', '5'],
  ['upload-offset', 'NaN'],
  ['upload-metadata', 'name =,,a b c'],
  ['upload-metadata', `filename ${'QUFB'.repeat(2_000)}`],
  ['upload-concat', 'final;/api/uploads/a /api/uploads/b'],
]
