import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ANSWER_SECONDS } from './answer-limits.ts'
import { openProbe, openTransactions, PROBE_MS } from './connections.ts'

/** How a server finds out whether it can serve. */
export interface Ping {
  /**
   * Rejects when calls get no answers. To connect and to ask may each take {@link PROBE_MS}, so that a caller needs a limit
   * of its own.
   */
  readonly ping: () => Promise<void>
  /** What `ping` uses, for the end of the server. */
  readonly pools: readonly pg.Pool[]
}

/** Asks PostgreSQL itself. A server whose connections are all in use is ready: its calls get their turn. */
export function openPing(url: string): Ping {
  const probe = openProbe(url)
  return { ping: async () => void (await probe.query('select 1')), pools: [probe] }
}

interface Addresses {
  readonly url: string
  readonly poolerUrl: string
}

/**
 * Asks through the pooler, as calls do. All servers share the sessions of the pooler, so the question can wait behind
 * their calls. Then a server is also ready if PostgreSQL itself answers, the pooler takes new connections, and it was
 * silent for less time than a call waits for an answer. Without this all servers would leave the proxy together as soon as
 * the sessions wait for a lock.
 * @param mostSilentMs how long the pooler may answer nothing
 */
export function openPooledPing(
  { url, poolerUrl }: Addresses,
  mostSilentMs = ANSWER_SECONDS * 1_000,
): Ping {
  const questions = openTransactions(poolerUrl, 1)
  const database = openProbe(url)
  const entrance = openProbe(poolerUrl)
  const ask = askOneByOne(questions)

  /** Rejects unless the pooler is only busy. */
  async function requireBusy(silentSince: number): Promise<void> {
    const enter = async () => (await entrance.connect()).release(true)
    await Promise.all([database.query('select 1'), enter()])
    if (performance.now() - silentSince > mostSilentMs)
      throw new Error(`The pooler has answered nothing for ${mostSilentMs} ms`)
  }

  async function ping(): Promise<void> {
    const { answer, silentSince } = ask()
    const isSoon = await Promise.race([answer.then(() => true), wait(SOON_MS, false)])
    if (isSoon) return
    const busy = requireBusy(silentSince)
    // After a failover only the pooler knows the new primary: its answer counts until the end of the time.
    const atEnd = wait(PROBE_MS - SOON_MS, undefined, { ref: false }).then(() => busy)
    await Promise.race([answer, busy.catch(() => atEnd)])
  }
  return { ping, pools: [questions, database, entrance] }
}

/** With the settings of docs/operations.md a proxy asks each 200 ms. */
const SOON_MS = 100

interface Question {
  readonly answer: Promise<unknown>
  /** When the first question was asked since the last answer, by `performance.now()`. */
  readonly silentSince: number
}

/** The next question is asked after the answer to the last one: one that was given up would lose its place in the queue. */
function askOneByOne(pool: pg.Pool): () => Question {
  let silentSince: number | undefined
  let answer: Promise<unknown> | undefined
  return () => {
    silentSince ??= performance.now()
    answer ??= pool
      .query('select 1')
      .catch((error: unknown) => {
        if (isAnswer(error)) silentSince = undefined
        throw error
      })
      .then(() => (silentSince = undefined))
      .finally(() => (answer = undefined))
    return { answer, silentSince }
  }
}

/** A refusal of PostgreSQL, of the pooler or of its machine. A time-out and a lost connection can come from the network. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
