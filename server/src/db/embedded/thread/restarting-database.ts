import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import { DatabaseThread, type ThreadLimits } from './database-thread.ts'
import { ThreadStream } from './thread-stream.ts'

export interface RestartOptions {
  readonly folder: string
  readonly limits: ThreadLimits
  /** Runs before each opening: frees what an opening on a full disk needs. */
  readonly makeSpace: () => Promise<void>
  readonly log: Log
}

/** An embedded database that opens again, in a new thread, whenever it is lost, until it is closed. */
export class RestartingDatabase {
  readonly #options: RestartOptions
  #thread: DatabaseThread | undefined
  readonly #closing = new AbortController()
  #restarting: Promise<void> = Promise.resolve()

  constructor(options: RestartOptions) {
    this.#options = options
  }

  /** The first opening. Throws `DatabaseUnavailable`. */
  async open(): Promise<void> {
    const { folder, limits, makeSpace } = this.#options
    await makeSpace()
    const thread = new DatabaseThread(folder, limits)
    const stop = () => void thread.close()
    this.#closing.signal.addEventListener('abort', stop)
    try {
      await thread.open()
    } finally {
      this.#closing.signal.removeEventListener('abort', stop)
    }
    this.#thread = thread
    void thread.ended.then((reason) => {
      this.#thread = undefined
      if (!this.#closing.signal.aborted) this.#restarting = this.#restart(reason)
    })
  }

  /** A connection for the driver; it fails while no database is open. */
  connect(): Duplex {
    return new ThreadStream(this.#thread)
  }

  /** Never throws, and takes seconds at most, also when the database hangs. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#restarting
    await this.#thread?.close()
  }

  async #restart(reason: string): Promise<void> {
    const { log } = this.#options
    const { signal } = this.#closing
    log.error('The database stopped; it is being opened again', reason)
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !signal.aborted;
      pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)
    ) {
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await this.open()
        log.info('The database is open again.')
        return
      } catch (error) {
        if (pauseMs === FIRST_PAUSE_MS) log.error('The database does not open yet', error)
      }
    }
  }
}

const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 5_000
