/** How many calls a runner and an address may make in a minute (decision 29). */
import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { runnerOf } from '../auth/guard.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { addressOf } from '../http/sender-address.ts'
import { countTogether } from './count-together.ts'
import { addManyCalls, type Counted, deleteEndedCounts } from './rate-count-store.ts'

/** What a call counts as; each has its own budget, so that photos never delay a deal. */
export type Budget = 'reads' | 'writes' | 'uploads'

type Count = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Each counts a call and throws `rate-limited` when it is one too many. */
    callLimits: Readonly<Record<Budget, Count>> & { readonly address: Count }
  }
}

const WINDOW_MS = 60_000
/** One address of a mobile network can stand for thousands of phones; more keys than this are forgotten. */
const MOST_KEYS = 20_000
/** A photo of 5 MB has 80 parts, a deal has two photos: a day of 60 deals is 9,840 calls. */
const UPLOADS_PER_CALL = 20

/** Servers that share a database share their counts; the embedded database has one server, which counts in memory. */
export async function limitCalls(app: FastifyInstance, deps: Deps): Promise<void> {
  const isShared = deps.config.databaseUrl !== undefined
  await app.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    store: storeOf(isShared ? countInDatabase(deps) : countInMemory(deps)),
  })
  const { perRunner, perAddress } = deps.config.callsPerMinute
  const ofRunner = (budget: Budget, max: number) =>
    limiter(app, max, (request) => `${budget} of runner ${runnerOf(request).id}`)
  app.decorate('callLimits', {
    reads: ofRunner('reads', perRunner),
    writes: ofRunner('writes', perRunner),
    uploads: ofRunner('uploads', perRunner * UPLOADS_PER_CALL),
    address: limiter(app, perAddress, (request) => `address ${hashAddress(addressOf(request))}`),
  })
}

/** @param max 0 for no limit */
function limiter(
  app: FastifyInstance,
  max: number,
  keyGenerator: (request: FastifyRequest) => string,
): Count {
  if (max === 0) return async () => undefined
  const check = app.createRateLimit({ max, keyGenerator })
  return async (request) => {
    const counted = await check(request)
    if (counted.isAllowed || !counted.isExceeded) return
    const seconds = Math.max(1, counted.ttlInSeconds)
    throw new AppError(
      'rate-limited',
      'Too many calls. Please try again later.',
      undefined,
      seconds,
    )
  }
}

/** The database stores no address. A phone can take any address of its IPv6 network of 64 bits. */
const hashAddress = (address: string) =>
  createHash('sha256').update(normalizeIP(address)).digest('base64url')

type CountCall = (key: string) => Promise<Counted>

/** Counts in the form that the plugin asks for. */
function storeOf(count: CountCall) {
  const withCallback = callbackify(count)
  return class Store implements FastifyRateLimitStore {
    // The plugin has more arguments behind the callback.
    incr: FastifyRateLimitStore['incr'] = (key, callback) => withCallback(key, callback)
    /** The keys already differ, so that all limits share one store. */
    child = () => this
  }
}

function countInDatabase({ db, log }: Deps): CountCall {
  const count = countTogether((calls) => addManyCalls(db, calls, WINDOW_MS))
  let cleanedAt = Date.now()
  const cleanNowAndThen = () => {
    // The clock may have been set back.
    if (Math.abs(Date.now() - cleanedAt) < WINDOW_MS) return
    cleanedAt = Date.now()
    deleteEndedCounts(db).catch((error: unknown) => log.error('Old counts were not deleted', error))
  }
  return (key) => {
    cleanNowAndThen()
    return count(key)
  }
}

/** The plugin's own store gives all calls of a moment the same object, so that each of them sees the count of the last one. */
function countInMemory({ now }: Deps): CountCall {
  const windows = new LRUCache<string, { readonly current: number; readonly endsAt: number }>({
    max: MOST_KEYS,
  })
  return async (key) => {
    const at = now().getTime()
    const known = windows.get(key)
    // A window that ends later than one from now began before the clock was set back.
    const isOver = !known || known.endsAt <= at || known.endsAt > at + WINDOW_MS
    const counted = isOver
      ? { current: 1, endsAt: at + WINDOW_MS }
      : { ...known, current: known.current + 1 }
    windows.set(key, counted)
    return { current: counted.current, ttl: counted.endsAt - at }
  }
}
