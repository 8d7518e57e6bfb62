import pg from 'pg'

/** Each prepared statement needs memory of the database. The server has about 150 statements. */
const MOST_PREPARED = 200
/** Some texts depend on the number of their values, and are seldom used twice. */
const USES_BEFORE = 2

/**
 * A statement that the connection no longer has, as after DISCARD, and one whose columns a migration of a newer server has
 * changed: PostgreSQL refuses it at each use.
 */
const STALE: ReadonlySet<unknown> = new Set(['26000', '0A000'])

/**
 * A connection that prepares the statements that it uses often: the database parses each of them once, and plans it a few
 * times. A statement without values is not prepared. After a stale statement has failed once, all are prepared again.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const names = new Names()
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((statement: unknown, values: unknown, ...rest: unknown[]) =>
      query(names.addTo(statement, values), values, ...rest)) as pg.Client['query']
    this.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (STALE.has(code)) names.renew()
    })
  }
}

class Names {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  #renewals = 0

  /** @param statement as Drizzle hands it over; anything else stays as it is */
  addTo(statement: unknown, values: unknown): unknown {
    if (!Array.isArray(values) || values.length === 0) return statement
    const { text } = Object(statement) as { readonly text?: unknown }
    if (typeof text !== 'string') return statement
    const name = this.#find(text)
    return name === undefined ? statement : { ...(statement as object), name }
  }

  /** Gives no earlier name again: the connection may still have its statement. */
  renew(): void {
    this.#names.clear()
    this.#renewals += 1
  }

  #find(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === MOST_PREPARED) return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (this.#uses.size === MOST_COUNTED) this.#uses.clear()
    this.#uses.set(text, uses)
    if (uses <= USES_BEFORE) return undefined
    this.#uses.delete(text)
    const name = `veni_${this.#renewals}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** So that rare texts need no memory for ever. */
const MOST_COUNTED = 1_000
