import { LRUCache } from 'lru-cache'
import type { Db } from '../db/client.ts'
import { askTogether } from '../db/together.ts'
import { encode, type Encoding, LEAST_COMPRESSED_BYTES } from '../http/encoding.ts'
import { tagOf } from '../http/response-hooks.ts'
import { readListVersions } from './list-versions-store.ts'
import { listCustomers } from './service.ts'

/** A runner's list as it is sent. */
export interface ListAnswer {
  readonly tag: string
  /** How many customers it leaves out. */
  readonly notListed: number
  /** Absent when the sender has the answer already. */
  readonly body?: { readonly bytes: Buffer; readonly encoding: Encoding }
}

export interface Asked {
  readonly runnerId: number
  readonly encoding: Encoding
  /** Whether the sender has the answer with this tag. */
  readonly has: (tag: string) => boolean
  /** Takes the runner's turn at the database. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>
}

interface Stored extends Pick<ListAnswer, 'tag' | 'notListed'> {
  /** Of the list of which this is the answer. */
  readonly version: string
  readonly bodies: Partial<Record<Encoding, NonNullable<ListAnswer['body']>>>
}

/** 5,000 compressed lists of 50 customers, or 800 that are not compressed. */
const MOST_BYTES = 16 * 1024 * 1024
/** Of an entry without a body. */
const ENTRY_BYTES = 400

/**
 * The answers to the call of the list, as bytes. Each call asks the database for the version of the runner's list, so
 * no process answers with a list that is older than a write which any process has acknowledged (decision 52). An answer
 * that is not in the memory is made anew.
 */
export class ListAnswers {
  readonly #db: Db
  readonly #readVersion: (runnerId: number) => Promise<string>
  readonly #stored = new LRUCache<number, Stored>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bodies }) =>
      Object.values(bodies).reduce((sum, { bytes }) => sum + bytes.length, ENTRY_BYTES),
  })

  constructor(db: Db) {
    this.#db = db
    this.#readVersion = askTogether((runnerIds: readonly number[]) =>
      readListVersions(db, runnerIds),
    )
  }

  async read(asked: Asked): Promise<ListAnswer> {
    const { runnerId } = asked
    const version = await this.#readVersion(runnerId)
    const stored = this.#stored.get(runnerId)
    const answer = stored?.version === version ? select(stored, asked) : undefined
    return answer ?? this.#make(asked, version)
  }

  async #make(asked: Asked, version: string): Promise<ListAnswer> {
    const { runnerId, encoding: wanted, takeTurn, has } = asked
    const { json, notListed } = await takeTurn(() => listCustomers(this.#db, runnerId))
    const tag = tagOf(json)
    const body = has(tag) ? undefined : await toBody(json, wanted)
    // The list may have changed since its version was read.
    if ((await this.#readVersion(runnerId)) === version)
      this.#store(runnerId, { version, tag, notListed, bodies: body ? { [wanted]: body } : {} })
    return { tag, notListed, ...(body && { body }) }
  }

  #store(runnerId: number, made: Stored): void {
    const before = this.#stored.get(runnerId)
    const bodies = before?.version === made.version ? before.bodies : {}
    this.#stored.set(runnerId, { ...made, bodies: { ...bodies, ...made.bodies } })
  }
}

/** @returns undefined when the body is not stored in this encoding */
function select(stored: Stored, { encoding, has }: Asked): ListAnswer | undefined {
  const { tag, notListed, bodies } = stored
  if (has(tag)) return { tag, notListed }
  const body = bodies[encoding]
  return body && { tag, notListed, body }
}

async function toBody(json: string, wanted: Encoding): Promise<NonNullable<ListAnswer['body']>> {
  const bytes = Buffer.from(json)
  const encoding = bytes.length < LEAST_COMPRESSED_BYTES ? 'identity' : wanted
  return { bytes: await encode(bytes, encoding), encoding }
}
