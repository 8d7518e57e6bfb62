import * as v from 'valibot'

/**
 * Every environment variable that the server reads. A test compares this list with the table in README. An empty
 * variable counts as not set.
 */
export const variables = {
  PORT: {
    schema: v.optional(port(), '3000'),
    default: '3000',
    means: 'Port to listen on; 0 takes any free one.',
  },
  HOST: {
    schema: v.optional(text(), 'localhost'),
    default: 'localhost',
    means:
      'Name or address to listen on. `localhost` is every loopback address (127.0.0.1 and ::1); `0.0.0.0` is every network.',
  },
  DATA_DIR: {
    schema: v.optional(text(), 'data'),
    default: 'data',
    means:
      'Folder of the embedded database and of the photos; relative to where the server is started.',
  },
  DATABASE_URL: {
    schema: v.optional(url('postgres:', 'postgresql:')),
    default: '',
    means:
      'A PostgreSQL 15+ database to use instead of the embedded one; any number of servers may share it.',
  },
  SAMPLE_DATA: {
    schema: v.optional(onOff(), 'on'),
    default: 'on',
    means: '`off`: do not load the sample customers, products and prices into a new database.',
  },
  SIGN_IN_MODE: {
    schema: v.optional(v.picklist(['demo', 'sms'], 'must be demo or sms'), 'demo'),
    default: 'demo',
    means:
      '`demo`: any six digits sign in. `sms`: by a code sent to the phone; refused at the start, as this release has no SMS gateway yet.',
  },
  ALLOW_DEMO_SIGN_IN: {
    schema: v.optional(onOff(), 'off'),
    default: 'off',
    means: '`on`: permit demo sign-in although HOST can be reached from other machines.',
  },
  TRUST_PROXY: {
    schema: v.optional(onOff(), 'off'),
    default: 'off',
    means:
      '`on`: a proxy in front ends https and sets X-Forwarded-Proto and X-Forwarded-For; cookies become Secure.',
  },
  GEOCODER_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means:
      "A Nominatim-compatible service for the server's place names; without it the built-in offline list is used.",
  },
  API_BASE_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'Where the app finds the API; the server that serves the app by default.',
  },
  API_MIRRORS: {
    schema: v.optional(urlList()),
    default: '',
    means:
      'More API base URLs, separated by commas, tried in their order when the first cannot be reached.',
  },
  MAP_EMBED_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means:
      "A map to embed on a customer's page; `{address}` in it is replaced. Without it no address leaves the phone.",
  },
  IMAGE_HOST_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'An image host for the photos; this server by default.',
  },
  BROWSER_GEOCODER_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'A Nominatim-compatible service that the app itself asks; this server by default.',
  },
  COMPANY_UPI_ID: {
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^[\w.-]+@[\w.-]+$/u, 'must be a UPI id such as company@bank')),
    ),
    default: '',
    means: 'The UPI id that customers pay to, handed to the app.',
  },
  DEMO_DATA: {
    schema: v.optional(onOff(), 'on'),
    default: 'on',
    means: '`off`: the app never falls back to its demo customers and products.',
  },
} as const

function text() {
  return v.pipe(v.string(), v.trim(), v.nonEmpty('must not be blank'))
}

function port() {
  const message = 'must be a whole number from 0 to 65535'
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/u, message),
    v.transform(Number),
    v.maxValue(65_535, message),
  )
}

function onOff() {
  return v.pipe(
    v.picklist(['on', 'off'], 'must be on or off'),
    v.transform((value) => value === 'on'),
  )
}

function url(...protocols: string[]) {
  const message = `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  return v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message),
  )
}

function urlList() {
  return v.pipe(
    v.string(),
    v.transform((value) => value.split(',').map((item) => item.trim())),
    v.array(url('http:', 'https:')),
  )
}
