import type { Tx } from '../db/client.ts'
import { AppError, invariant } from '../errors.ts'
import { deleteKeys, findAnswer, insertKeys, storeAnswers } from './store.ts'

/** What tells one request from another under the same key. */
export interface RequestOfKey {
  readonly requestHash: string
  /** What an older release stored as the hash of the same request. */
  readonly olderHash?: string
  /** Only of a call that records a deal. */
  readonly deal?: DealOfRequest | undefined
}

export interface DealOfRequest {
  readonly invoiceId: string
  /** A field that the answer of this call has, and the answer of no other call that records a deal. */
  readonly dateField: 'settlement_date' | 'payment_date'
}

export interface Answer {
  readonly status: number
  readonly body: string
}
export type StoredAnswer = Answer & { readonly isReplayed: boolean }

/**
 * The keys of all calls that a transaction makes for one runner. They are claimed together before the first write and
 * their answers are stored together after the last one.
 */
export class ClaimedKeys {
  readonly #tx: Tx
  readonly #runnerId: number
  /** The keys that had no row before. */
  readonly #added: ReadonlySet<string>
  readonly #answers = new Map<string, Answer & { readonly requestHash: string }>()

  private constructor(tx: Tx, runnerId: number, added: ReadonlySet<string>) {
    this.#tx = tx
    this.#runnerId = runnerId
    this.#added = added
  }

  /** Waits for no other transaction. Call {@link end} after the last write, unless the transaction fails. */
  static async claim(tx: Tx, runnerId: number, keys: readonly string[]): Promise<ClaimedKeys> {
    return new ClaimedKeys(tx, runnerId, await insertKeys(tx, runnerId, keys))
  }

  /**
   * Runs the write of a new key; a key with an answer gets that answer. A deal that comes again by the same call with
   * other content is for the write to judge, which stores one deal per invoice id: a newer app may send one more field.
   * Throws `in-progress` while another transaction works on the key, and `idempotency-mismatch` for another request
   * under it.
   */
  async answer(
    key: string,
    { requestHash, olderHash, deal }: RequestOfKey,
    write: () => Promise<Answer>,
  ): Promise<StoredAnswer> {
    if (this.#added.has(key)) {
      invariant(!this.#answers.has(key), 'a key was used for two calls')
      const answer = await write()
      this.#answers.set(key, { ...answer, requestHash })
      return { ...answer, isReplayed: false }
    }
    const stored = await findAnswer(this.#tx, this.#runnerId, key)
    if (!stored)
      throw new AppError('in-progress', 'The same request is being worked on; try again.')
    const { status, body } = stored
    if ([requestHash, olderHash].includes(stored.requestHash))
      return { status, body, isReplayed: true }
    if (deal && isOfDeal(stored, deal)) return { ...(await write()), isReplayed: true }
    throw new AppError('idempotency-mismatch', 'This key was used for another request.')
  }

  /** Stores the answers. A key without one is free again. */
  async end(): Promise<void> {
    const unused = [...this.#added].filter((key) => !this.#answers.has(key))
    if (unused.length > 0) await deleteKeys(this.#tx, this.#runnerId, unused)
    const answers = [...this.#answers].map(([key, answer]) => ({ key, ...answer }))
    if (answers.length > 0) await storeAnswers(this.#tx, this.#runnerId, answers)
  }
}

/** A delivered settlement has the fields of the recorded one, but only a record is answered with 201. */
function isOfDeal({ status, body }: Answer, { invoiceId, dateField }: DealOfRequest): boolean {
  const answer = Object(JSON.parse(body)) as Readonly<Record<string, unknown>>
  return status === 201 && answer['invoice_id'] === invoiceId && Object.hasOwn(answer, dateField)
}
