/** Generates requests from the contract: each is a usual call with something hostile in it. */
import { TUS_VERSION, UPLOADS_PATH } from '@veni/domain/api/photos'
import fc from 'fast-check'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { type Actor, cookieOf, CUSTOMER_IDS } from './attack-data.ts'
import { brokenJson, hostileHeaders, hostileJson, hostileTexts } from './hostile-values.ts'
import { contractCalls, otherCalls } from './usual-calls.ts'

export interface HostileRequest {
  /** Name of the call, for the report. */
  readonly call: string
  readonly actor: Actor
  readonly method: string
  readonly path: string
  /** Names and values in turn; a name can be there twice. */
  readonly headers: readonly string[]
  readonly body: Buffer | undefined
}

/** The methods of HTTP and some that a server may take for them. */
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
]

const actors: readonly Actor[] = [
  'ravi',
  'ravi',
  'lakshmi',
  'nobody',
  'suspended',
  'forged',
  'ended',
]

/** Of a new upload and of its first part. */
const usualUpload: [string, string][] = [
  ['tus-resumable', TUS_VERSION],
  ['upload-length', '1000'],
  ['upload-offset', '0'],
  ['upload-metadata', 'filename YQ=='],
]

/** Mostly as usual, because only a request that passes one check reaches the next one. */
const seldom = <T>(value: fc.Arbitrary<T>, usual = 5) =>
  fc.oneof({ weight: usual, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const hostileParts = fc.record({
  call: fc.constantFrom(...contractCalls, ...contractCalls, ...otherCalls),
  actor: fc.constantFrom(...actors),
  number: fc.nat(1_000_000),
  id: fc.oneof(
    { weight: 5, arbitrary: fc.nat(20) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  ),
  method: seldom(fc.constantFrom(...methods), 12),
  path: seldom(
    fc.constantFrom<string>(
      '/',
      '//',
      '/./',
      '?',
      '?id=1&id=2&__proto__[a]=1',
      '%00',
      '%',
      '#a',
      ';a',
      '/..;/',
      `?${'q'.repeat(9_000)}`,
    ),
    10,
  ),
  query: seldom(fc.constantFrom(...hostileTexts)),
  field: seldom(fc.tuple(fc.nat(30), hostileJson)),
  extra: seldom(
    fc.tuple(fc.constantFrom('__proto__', 'constructor', 'id', 'runner_id', 'status'), hostileJson),
  ),
  customer: seldom(fc.constantFrom(...CUSTOMER_IDS)),
  body: seldom(fc.oneof(fc.constantFrom(...brokenJson), hostileJson.map(toJson)), 6),
  headers: fc.oneof(
    { weight: 3, arbitrary: fc.constant<(readonly [string, string])[]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...hostileHeaders), { minLength: 1, maxLength: 3 }),
    },
  ),
  key: seldom(fc.constantFrom('key-of-another', 'one-key', 'other-key')),
})

type Parted = typeof hostileParts extends fc.Arbitrary<infer T> ? T : never

/** The same seed gives the same requests. */
export function hostileRequests(count: number, seed: number): HostileRequest[] {
  return fc.sample(hostileParts, { numRuns: count, seed }).map(build)
}

/** The calls of two runners in turns, with nothing hostile in them. */
export function usualRequests(count: number): HostileRequest[] {
  const calls = [...contractCalls, ...otherCalls.filter(({ method }) => method === 'GET')]
  const nothing = { method: undefined, path: undefined, query: undefined, field: undefined }
  const usual = {
    ...nothing,
    extra: undefined,
    customer: undefined,
    body: undefined,
    key: undefined,
  }
  return Array.from({ length: count }, (_, number) => {
    const call = calls[number % calls.length] ?? contractCalls[0]!
    const actor = Math.floor(number / calls.length) % 2 === 0 ? 'ravi' : 'lakshmi'
    return build({ ...usual, call, actor, number, id: 0, headers: [] })
  })
}

function build(parts: Parted): HostileRequest {
  const { call, actor, number, headers, key } = parts
  const body = parts.body ?? usualBody(parts)
  const method = parts.method ?? call.method
  const isSignOut = call.name === 'signOut'
  const usual: [string, string][] = [
    ...Object.entries(FROM_OUR_PAGE),
    ['cookie', cookieOf(actor, isSignOut || method === 'DELETE' ? number : undefined)],
    ...(call.path.startsWith(UPLOADS_PATH) ? usualUpload : []),
    ...(key ? [['idempotency-key', key] as [string, string]] : []),
    ...(body ? [['content-type', call.contentType] as [string, string]] : []),
  ]
  // A session in a hostile cookie header would end; the actor's own one goes with all other headers.
  const replaced = new Set(headers.map(([name]) => name))
  const isTwice = number % 5 === 0
  const sent = usual.filter(([name]) => isTwice || !replaced.has(name))
  return {
    call: call.name,
    actor,
    method,
    path: buildPath(parts),
    headers: [...sent, ...headers].flat(),
    body,
  }
}

function buildPath({ call, id, path = '', query }: Parted): string {
  const known = typeof id === 'number' ? String(call.ids[id % (call.ids.length || 1)] ?? id) : id
  const filled = call.path.replace(/:\w+/, () => encodeURIComponent(wellFormed(known)))
  const parameters = Object.entries(call.query).map(
    ([name, value]) => `${name}=${encodeURIComponent(wellFormed(query ?? value))}`,
  )
  return `${filled}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** `encodeURIComponent` refuses half of a surrogate pair. */
const wellFormed = (text: string) => Buffer.from(text).toString()

function usualBody({ call, field, extra, customer }: Parted): Buffer | undefined {
  if (!call.body) return undefined
  const usual = { ...call.body(), ...(customer !== undefined && { customer_id: customer }) }
  const names = Object.keys(usual)
  const changes = [
    ...(field ? [[names[field[0] % names.length] ?? '', field[1]] as const] : []),
    ...(extra ? [extra] : []),
  ]
  return toJson(Object.fromEntries([...Object.entries(usual), ...changes]))
}

/** Numbers that JSON does not have become null. */
function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? 'undefined')
}
