/** How a text of the environment becomes a value. Each message completes a sentence that starts with the variable. */
import { isIP } from 'node:net'
import * as v from 'valibot'

export function text() {
  return v.pipe(v.string(), v.trim(), v.nonEmpty('must not be blank'))
}

export function port() {
  const message = 'must be a whole number from 0 to 65535'
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/u, message),
    v.transform(Number),
    v.maxValue(65_535, message),
  )
}

export function onOff() {
  return v.pipe(
    v.picklist(['on', 'off'], 'must be on or off'),
    v.transform((value) => value === 'on'),
  )
}

export function url(...protocols: string[]) {
  const message = `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  return v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message),
  )
}

export function urlList() {
  return v.pipe(
    v.string(),
    v.transform((value) => value.split(',').map((item) => item.trim())),
    v.array(url('http:', 'https:')),
  )
}

/** A URL without a path; only its origin counts. */
export function origin() {
  return v.pipe(
    url('http:', 'https:'),
    v.transform((value) => new URL(value).origin),
  )
}

export function days() {
  const message = 'must be a whole number of days from 1 to 365'
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/u, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(365, message),
  )
}

/** A number of calls; 0 for no limit. */
export function quota() {
  const message = 'must be a whole number, or 0 for no limit'
  return v.pipe(v.string(), v.regex(/^\d{1,7}$/u, message), v.transform(Number))
}

/** @returns megabytes of 1,048,576 bytes as bytes */
export function megabytes() {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/u, 'must be a whole number of megabytes'),
    v.transform((value) => Number(value) * 1024 * 1024),
  )
}

export function headers() {
  const message =
    'must be a JSON object with the names and values of headers, such as {"authorization":"Bearer KEY"}'
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      try {
        const read = v.parse(v.record(v.string(), v.string()), JSON.parse(value))
        // Throws for what no request can have, such as a line end.
        void new Headers(read)
        return read
      } catch {
        addIssue({ message })
        return NEVER
      }
    }),
  )
}

export function pattern() {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      try {
        return new RegExp(value, 'u')
      } catch {
        addIssue({ message: 'must be a regular expression' })
        return NEVER
      }
    }),
  )
}

/** A line break is written as `\n`, because most tools set a variable on one line. */
export function smsText() {
  return v.pipe(
    v.string(),
    v.includes('{code}', 'must contain {code}'),
    v.transform((value) => value.replaceAll(String.raw`\n`, '\n')),
  )
}

type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean)

/** Which proxies Fastify trusts: the last ones before the server, or those with these addresses; false for none. */
export function trustedProxies() {
  const message = 'must be off, the number of proxies, or their addresses and networks'
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): TrustedProxies => {
      if (value === 'off') return false
      if (/^[1-9]\d?$/u.test(value)) return (_address, hop) => hop < Number(value)
      const networks = value.split(',').map((item) => item.trim())
      if (networks.every(isNetwork)) return networks
      addIssue({ message })
      return NEVER
    }),
  )
}

function isNetwork(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
