import * as v from 'valibot'
import { appVariables } from './app-variables.ts'
import {
  days,
  headers,
  megabytes,
  onOff,
  origin,
  pattern,
  port,
  quota,
  smsText,
  text,
  trustedProxies,
  url,
} from './value-schemas.ts'

const DEFAULT_SMS_TEXT = String.raw`{code} is your code for Veni. It is valid for 2 minutes.\n\n@{host} #{code}`

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
  MIN_FREE_MB: {
    schema: v.optional(megabytes(), '256'),
    default: '256',
    means:
      'With less free space on the disk of DATA_DIR, calls that store something are answered 503 until there is more; reads go on.',
  },
  LOG_FORMAT: {
    schema: v.optional(v.picklist(['text', 'json'], 'must be text or json'), 'text'),
    default: 'text',
    means:
      '`text`: lines for people; `json`: one object per line for a log service. Both have the time in UTC. The greeting has neither.',
  },
  METRICS_PORT: {
    schema: v.optional(port()),
    default: '',
    means:
      'Port on which `GET /metrics` answers Prometheus; off without it. It must not be reachable from the internet.',
  },
  METRICS_HOST: {
    schema: v.optional(text(), 'localhost'),
    default: 'localhost',
    means: 'Name or address to listen on for METRICS_PORT.',
  },
  DATABASE_URL: {
    schema: v.optional(url('postgres:', 'postgresql:')),
    default: '',
    means:
      'A PostgreSQL 15+ database (encoding UTF8) to use instead of the embedded one; any number of servers may share it.',
  },
  DATABASE_POOLER_URL: {
    schema: v.optional(url('postgres:', 'postgresql:')),
    default: '',
    means:
      'A pooler in transaction mode in front of DATABASE_URL, for the same role (PgBouncer: `pool_mode = transaction`). The calls of phones use it; migrations and the commands of the office use DATABASE_URL.',
  },
  S3_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means:
      'A bucket for the photos and their uploads instead of DATA_DIR, with any service that speaks the protocol of S3: the address to which the name of an object is added, such as `https://s3.ap-south-1.amazonaws.com/veni-photos`.',
  },
  S3_REGION: {
    schema: v.optional(text(), 'us-east-1'),
    default: 'us-east-1',
    means: 'Region of the bucket, as its service names it.',
  },
  S3_ACCESS_KEY_ID: {
    schema: v.optional(text()),
    default: '',
    means: 'Key that may read, write, delete and list in the bucket.',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: v.optional(text()),
    default: '',
    means: 'Secret of S3_ACCESS_KEY_ID.',
  },
  SAMPLE_DATA: {
    schema: v.optional(onOff()),
    default: '',
    means:
      '`on`: load the sample runners, customers, products and prices into a new database; `off`: do not. Without it: `on` with demo sign-in, `off` with SIGN_IN_MODE=sms.',
  },
  PUBLIC_URL: {
    schema: v.optional(origin()),
    default: '',
    means:
      'The address that phones open, such as `https://veni.example`. Requests to other host names are refused, except to loopback names.',
  },
  SIGN_IN_MODE: {
    schema: v.optional(v.picklist(['demo', 'sms'], 'must be demo or sms'), 'demo'),
    default: 'demo',
    means:
      '`demo`: any six digits sign in, on this machine only. `sms`: by a code that SMS_GATEWAY sends.',
  },
  ALLOW_DEMO_SIGN_IN: {
    schema: v.optional(onOff(), 'off'),
    default: 'off',
    means:
      '`on`: permit demo sign-in, and codes in the log, although other machines can reach the server.',
  },
  SIGN_IN_SECRET: {
    schema: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
    default: '',
    means:
      'Secret of the sign-in by SMS, the same for all servers, at least 32 random characters (`openssl rand -base64 32`).',
  },
  SMS_GATEWAY: {
    schema: v.optional(v.picklist(['console', 'http'], 'must be console or http')),
    default: '',
    means:
      '`http`: codes are sent by the service at SMS_URL. `console`: the log shows them, for development.',
  },
  SMS_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'URL of the SMS service. `{phone}` and the other placeholders of SMS_BODY are replaced.',
  },
  SMS_METHOD: {
    schema: v.optional(v.picklist(['GET', 'POST'], 'must be GET or POST'), 'POST'),
    default: 'POST',
    means: 'HTTP method of the SMS service.',
  },
  SMS_HEADERS: {
    schema: v.optional(headers(), '{}'),
    default: '{}',
    means: 'HTTP headers as a JSON object, such as `{"authorization":"Bearer KEY"}`.',
  },
  SMS_BODY: {
    schema: v.optional(text()),
    default: '',
    means:
      'Body with placeholders: `{phone}` (ten digits), `{international}` (with SMS_COUNTRY_CODE), `{code}`, `{text}`, `{template}`. Values are escaped for the content type of SMS_HEADERS (JSON or form).',
  },
  SMS_ACCEPTED: {
    schema: v.optional(pattern()),
    default: '',
    means:
      'A regular expression that the reply of an accepted message contains, for services that answer 200 to a refusal.',
  },
  SMS_TEXT: {
    schema: v.optional(smsText(), DEFAULT_SMS_TEXT),
    default: DEFAULT_SMS_TEXT,
    means:
      'The message, with `{code}`; in India exactly as registered (DLT). Phones fill in the code from the last line, which is sent with a PUBLIC_URL only.',
  },
  SMS_TEMPLATE_ID: {
    schema: v.optional(text()),
    default: '',
    means: 'Id of the registered message (DLT template id), the value of `{template}`.',
  },
  SMS_COUNTRY_CODE: {
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/u, 'must be a country code such as 91')),
      '91',
    ),
    default: '91',
    means: 'Country code for `{international}`, without `+`.',
  },
  SESSION_DAYS: {
    schema: v.optional(days(), '30'),
    default: '30',
    means: 'A runner signs in again after this many days.',
  },
  SESSION_IDLE_DAYS: {
    schema: v.optional(days(), '14'),
    default: '14',
    means: 'A session ends after this many days without a call.',
  },
  RUNNER_CALLS_PER_MINUTE: {
    schema: v.optional(quota(), '600'),
    default: '600',
    means:
      'Reads that a runner may make in a minute, and as many writes, and 20 times as many parts of photos. `0`: no limit.',
  },
  ADDRESS_CALLS_PER_MINUTE: {
    schema: v.optional(quota(), '3000'),
    default: '3000',
    means: 'Calls without a session that a network address may make in a minute. `0`: no limit.',
  },
  PHOTOS_PER_DAY: {
    schema: v.optional(quota(), '2000'),
    default: '2000',
    means:
      'Photos that a runner may store in 24 hours; later ones wait on the phone. `0`: no limit.',
  },
  PHOTO_MB_PER_DAY: {
    schema: v.optional(quota(), '1000'),
    default: '1000',
    means: 'Megabytes of photos that a runner may store in 24 hours. `0`: no limit.',
  },
  RECORD_MB_PER_DAY: {
    schema: v.optional(quota(), '20'),
    default: '20',
    means:
      'Megabytes of deals, orders and changes that a runner may store in 24 hours; later ones wait on the phone. `0`: no limit.',
  },
  SETTLED_AGAIN_DAYS: {
    schema: v.optional(days(), '30'),
    default: '30',
    means:
      'Two deals or orders of one customer that the server received within this many days are shown to the office, both of them, unless the office opened the customer in between.',
  },
  SENT_PHOTO_DAYS: {
    schema: v.optional(days(), '14'),
    default: '14',
    means:
      'For so many days a phone stores a photo after the server has shown that it has it, so that a restored backup loses no photo that is younger. A full phone deletes it earlier.',
  },
  TRUST_PROXY: {
    schema: v.optional(trustedProxies(), 'off'),
    default: 'off',
    means:
      'Proxies in front that end https: their number, or their addresses and networks (`10.0.0.0/8, 127.0.0.1`). Only they may say which address and protocol a phone used.',
  },
  GEOCODER_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means:
      "A Nominatim-compatible service for the server's place names; without it the built-in offline list is used.",
  },
  ...appVariables,
} as const

/** The parsed environment. */
export type Variables = {
  [Name in keyof typeof variables]: v.InferOutput<(typeof variables)[Name]['schema']>
}
