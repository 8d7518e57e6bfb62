/** The real server over a real database, both in this process. It can be restarted and killed. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import type { Database, Db } from '../server/src/db/client.ts'
import {
  cashPayments,
  customers,
  reservedDeals,
  idempotencyKeys,
  photos,
  orders,
  runners,
  sessions,
  settlements,
} from '../server/src/db/schema.ts'
import type { Deps } from '../server/src/deps.ts'
import { openMemoryDatabase } from '../server/test/setup/memory-database.ts'
import { removePage } from './browser.ts'
import { whileBusy } from './idle.ts'

export interface ServerRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  readonly key: string | undefined
}

export interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly isReplayed: boolean
}

/** A write that the server made, and not only answered again. */
export interface Effect {
  readonly key: string | undefined
  readonly label: string
}

class ServerDied extends Error {}

export const PHONES = { own: '9000000001', other: '9000000002' } as const
export type Who = keyof typeof PHONES

export type Server = Awaited<ReturnType<typeof openServer>>

/** Opened once and cleared for each run, because opening takes seconds. */
export async function openServer() {
  removePage()
  const database = await openMemoryDatabase()
  const photos = new Map<string, Uint8Array>()
  const uploadsFolder = mkdtempSync(join(tmpdir(), 'veni-uploads-'))
  let clockTime = () => 0
  let isDying = false
  let tokens = 0
  let effects: Effect[] = []
  let faults: unknown[] = []

  const deps: Deps = {
    config: readConfig({}),
    db: mortal(database.db, () => isDying),
    now: () => new Date(clockTime()),
    randomBytes: (size) => createHash('sha512').update(String(tokens++)).digest().subarray(0, size),
    smsGateway: undefined,
    geocoder: { reverse: async () => undefined } as unknown as Deps['geocoder'],
    photoStore: {
      put: async ({ hash }, bytes) => void photos.set(hash, bytes),
      get: async ({ hash }) => photos.get(hash),
    },
    uploadsFolder,
    log: {
      info: () => {},
      error: (line, error) => {
        if (!(error instanceof ServerDied)) faults.push(`${line}: ${String(error)}`)
      },
    },
  }
  let app = await startApp()

  async function startApp(): ReturnType<typeof buildApp> {
    const started = await buildApp(deps)
    await started.ready()
    return started
  }

  async function take(request: ServerRequest): Promise<Reply> {
    const { method, path, headers, body, key } = request
    const reply = await whileBusy(
      Promise.resolve(
        app.inject({
          method: method as 'GET',
          url: path,
          headers: { ...headers, host: 'server' },
          ...(body !== undefined && { payload: body }),
        }),
      ),
    )
    const isReplayed = reply.headers['idempotent-replayed'] === 'true'
    const { statusCode: status, payload } = reply
    if (status <= 299 && !isReplayed && isWrite(method, path))
      effects.push({ key, label: `${method} ${path}` })
    return { status, body: payload, headers: toHeaders(reply.headers), isReplayed }
  }

  return {
    db: database.db,
    photos,
    take,
    effects: () => effects,
    /** What it logged as its own failures. */
    faults: () => faults,
    async close() {
      rmSync(uploadsFolder, { recursive: true })
      await app.close()
      await database.close()
    },

    /** Kills the server after a write's last statement, before its commit. @returns a reply that was sent already */
    async takeAndDie(request: ServerRequest): Promise<Reply | undefined> {
      const before = effects
      isDying = true
      const answer = await take(request)
      isDying = false
      if (answer.status <= 299) return answer
      effects = before
      return undefined
    },

    async restart() {
      await whileBusy(app.close())
      app = await whileBusy(startApp())
    },

    async endSessions() {
      await whileBusy(database.db.delete(sessions).execute())
    },

    /** As the sign-in of the app. @returns the cookie and the runner's id */
    async signIn(who: Who): Promise<{ cookie: string; runnerId: string }> {
      const reply = await whileBusy(
        Promise.resolve(
          app.inject({
            method: 'POST',
            url: '/api/sign-in/session',
            payload: { phone: PHONES[who], code: '123456' },
          }),
        ),
      )
      const { runner } = reply.json<{ runner: { id: number } }>()
      return {
        cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
        runnerId: String(runner.id),
      }
    },

    /** Deletes everything and stores two runners with their customers. @returns the customers' ids */
    async clear(now: () => number): Promise<Record<Who, string[]>> {
      clockTime = now
      tokens = 0
      effects = []
      faults = []
      photos.clear()
      rmSync(uploadsFolder, { recursive: true, force: true })
      mkdirSync(uploadsFolder)
      await clearTables(database)
      const ids = await storePeople(database.db)
      return ids
    },
  }
}

async function clearTables({ db }: Database): Promise<void> {
  const inOrder = [
    cashPayments,
    settlements,
    reservedDeals,
    orders,
    idempotencyKeys,
    photos,
    sessions,
    customers,
  ]
  for (const table of [...inOrder, runners]) await db.delete(table)
}

const CUSTOMERS_EACH = 4

async function storePeople(db: Db): Promise<Record<Who, string[]>> {
  const both = ['own', 'other'] as const
  const stored = await db
    .insert(runners)
    .values(both.map((who) => ({ name: who, phone: PHONES[who] })))
    .returning()
  const customersOf = async (runnerId: number | undefined) => {
    const rows = Array.from({ length: CUSTOMERS_EACH }, (_, index) => ({
      memberName: `Customer ${index}`,
      status: 'assigned',
      runnerId: runnerId ?? null,
    }))
    const inserted = await db.insert(customers).values(rows).returning()
    return inserted.map(({ id }) => String(id))
  }
  return { own: await customersOf(stored[0]?.id), other: await customersOf(stored[1]?.id) }
}

/** The parts of a photo have offsets instead of keys. */
const isWrite = (method: string, path: string) =>
  (method === 'POST' || method === 'PUT') && !path.startsWith(UPLOADS_PATH)

function toHeaders(
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): Record<string, string> {
  const named = ['content-type', 'location', 'content-location', 'upload-offset', 'tus-resumable']
  return Object.fromEntries(
    named.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

/** A database whose server can die in the middle of a transaction, which is then undone. */
function mortal(db: Db, isDying: () => boolean): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target) as unknown
      return (work: Parameters<Db['transaction']>[0]) =>
        target.transaction(async (tx) => {
          const result = await work(tx)
          if (isDying()) throw new ServerDied()
          return result
        })
    },
  })
}
