import type { Tx } from './client.ts'

/** A value of each transaction, such as what it has locked or read. Another transaction never sees it. */
export class PerTransaction<TValue extends object> {
  readonly #values = new WeakMap<Tx, TValue>()
  readonly #create: () => TValue

  /** @param create makes the first value of a transaction */
  constructor(create: () => TValue) {
    this.#create = create
  }

  of(tx: Tx): TValue {
    const known = this.#values.get(tx) ?? this.#create()
    this.#values.set(tx, known)
    return known
  }
}
