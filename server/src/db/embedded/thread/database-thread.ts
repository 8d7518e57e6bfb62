import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { serverRoot } from '../../../config/folders.ts'
import { invariant } from '../../../errors.ts'
import { DatabaseUnavailable } from '../../unavailable.ts'
import type { FromDatabase, ToDatabase, WorkerInput } from './thread-messages.ts'

export interface ThreadLimits {
  /** How many seconds one request may wait for its answer. Read once a second. */
  readonly seconds: () => number
}

interface Waiting {
  readonly done: Promise<Uint8Array>
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/**
 * An embedded database in a thread of its own. A watchdog ends the thread when a request, the opening or the closing
 * has no answer in time, so that a database that hangs never stops the server.
 */
export class DatabaseThread {
  /** Resolves with the reason when the thread has ended, however. Then another thread may open the folder. */
  readonly ended: Promise<string>
  readonly #worker: Worker
  readonly #watchdog: NodeJS.Timeout
  readonly #opening = waiting()
  readonly #waiting: Waiting[] = []
  #isBusy = true
  #isOpen = false
  #silentSeconds = 0
  #reason = 'its thread ended'

  constructor(folder: string, { seconds }: ThreadLimits) {
    this.#worker = startWorker({ folder })
    this.#watchdog = setInterval(
      () => this.#countSilence(this.#isOpen ? seconds() : OPEN_SECONDS),
      1_000,
    )
    this.#watchdog.unref()
    this.#worker.on('message', (message: FromDatabase) => this.#receive(message))
    this.#worker.on('error', (error) => (this.#reason = error.message))
    this.ended = new Promise((end) => {
      this.#worker.once('exit', () => {
        clearInterval(this.#watchdog)
        const lost = new DatabaseUnavailable(`The embedded database was lost: ${this.#reason}`)
        for (const { reject } of [this.#opening, ...this.#waiting.splice(0)]) reject(lost)
        end(this.#reason)
      })
    })
  }

  /** Resolves when the database answers. Throws `DatabaseUnavailable` when it ends before that. */
  async open(): Promise<void> {
    await this.#opening.done
  }

  /** @param bytes a whole request of PostgreSQL's protocol. Throws `DatabaseUnavailable` without an answer. */
  request(bytes: Uint8Array): Promise<Uint8Array> {
    const request = waiting()
    this.#waiting.push(request)
    this.#send({ type: 'request', bytes })
    return request.done
  }

  /** Closes the database, or ends its thread when that takes too long. Never throws. */
  async close(): Promise<void> {
    this.#send({ type: 'close' })
    const limit = setTimeout(() => this.#terminate('it did not close in time'), CLOSE_LIMIT_MS)
    await this.ended
    clearTimeout(limit)
  }

  #send(message: ToDatabase): void {
    if (!this.#isBusy) this.#silentSeconds = 0
    this.#isBusy = true
    this.#worker.postMessage(message)
  }

  #receive(message: FromDatabase): void {
    this.#silentSeconds = 0
    if (message.type === 'opened') {
      this.#isOpen = true
      this.#opening.resolve(NOTHING)
    }
    if (message.type === 'answer') this.#waiting.shift()?.resolve(message.bytes)
    if (message.type === 'died') this.#reason = message.reason
    this.#isBusy = this.#waiting.length > 0
  }

  /** Counts seconds in which this thread ran: a sleeping machine, or a busy server, must not look like a frozen one. */
  #countSilence(most: number): void {
    if (!this.#isBusy) return
    this.#silentSeconds += 1
    if (this.#silentSeconds > most)
      this.#terminate(`it gave no answer for ${this.#silentSeconds - 1} s`)
  }

  #terminate(reason: string): void {
    // The end takes a moment, in which nothing else may name another reason.
    clearInterval(this.#watchdog)
    this.#reason = reason
    void this.#worker.terminate()
  }
}

/** An opening after a crash reads the log again, which takes long on a slow disk. */
const OPEN_SECONDS = 120
const NOTHING = new Uint8Array()

function waiting(): Waiting {
  let settle: Omit<Waiting, 'done'> | undefined
  const done = new Promise<Uint8Array>((resolve, reject) => (settle = { resolve, reject }))
  // Who waits sees the failure; without anybody it is no unhandled one.
  done.catch(() => undefined)
  invariant(settle, 'a promise runs its function at once')
  return { done, ...settle }
}

/** The server has 9.5 s to end, and its requests take 5 of them at most. */
const CLOSE_LIMIT_MS = 3_000

/** The bundle has the worker as a file beside this one. From the sources, a script first loads TypeScript. */
function startWorker(workerData: WorkerInput): Worker {
  const extension = extname(import.meta.url)
  const file =
    extension === '.ts'
      ? pathToFileURL(join(serverRoot, 'scripts/database-worker.mjs'))
      : new URL(`./database-worker${extension}`, import.meta.url)
  return new Worker(file, { workerData })
}
