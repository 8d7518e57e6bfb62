import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import { DatabaseUnavailable } from '../../unavailable.ts'
import type { DatabaseThread } from './database-thread.ts'

type Done = (error: Error | null) => void

/**
 * One connection of the driver `pg` to the thread of the database. The driver corks each request, so that one write is
 * one whole request, and the next one waits for the answer.
 */
export class ThreadStream extends Duplex {
  readonly #thread: DatabaseThread | undefined

  /** @param thread undefined while no database is open: then the connection fails */
  constructor(thread: DatabaseThread | undefined) {
    super()
    this.#thread = thread
    // A connection that has ended has no listener for its failure.
    void thread?.ended.then((reason) => this.destroy(this.writableEnded ? undefined : lost(reason)))
  }

  /** The driver calls this, and the methods of a socket below. */
  connect(): void {
    process.nextTick(() => {
      if (this.#thread) this.emit('connect')
      else this.destroy(lost('it is being opened again'))
    })
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    callbackify(() => this.#exchange(chunk))(done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    const request = Buffer.concat(chunks.map(({ chunk }) => chunk))
    callbackify(() => this.#exchange(request))(done)
  }

  override _read(): void {
    // An answer is pushed as soon as it is there.
  }

  override _final(done: Done): void {
    this.push(null)
    done(null)
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  async #exchange(bytes: Buffer): Promise<void> {
    // The end of a connection has no answer, and the database goes on without it.
    if (!this.#thread || bytes[0] === TERMINATE) return
    const answer = await this.#thread.request(bytes)
    this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
  }
}

const TERMINATE = 'X'.codePointAt(0)

const lost = (reason: string) =>
  new DatabaseUnavailable(`The embedded database was lost: ${reason}`)
