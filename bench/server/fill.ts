/** The records of the benchmark. All servers on PostgreSQL have the same ones. */
import { run } from '../../server/test/setup/throw-away-postgres.ts'

/** Each runner makes at most 600 reads a minute, so that a fast server needs many of them. */
const READERS = 2_000
const WRITERS = 400
const CUSTOMERS_EACH = 50
const CUSTOMERS_OF_A_WRITER = 250

/** A sender of requests with its session. */
export interface BenchRunner {
  readonly id: number
  readonly cookie: string
}

const tokenOf = (id: number | '') => `session-of-a-bench-runner-${id}`

export const readers: readonly BenchRunner[] = Array.from({ length: READERS }, (_, at) =>
  toRunner(at + 1),
)
const writers: readonly BenchRunner[] = Array.from({ length: WRITERS }, (_, at) =>
  toRunner(READERS + at + 1),
)

/** A writer and a customer of the writer, in an order in which each writer comes seldom. */
export const writes: readonly (BenchRunner & { readonly customerId: number })[] = Array.from(
  { length: WRITERS * CUSTOMERS_OF_A_WRITER },
  (_, at) => {
    const writer = writers[at % WRITERS] as BenchRunner
    return { ...writer, customerId: READERS * CUSTOMERS_EACH + at + 1 }
  },
)

function toRunner(id: number): BenchRunner {
  return { id, cookie: `veni=${tokenOf(id)}` }
}

const RUNNERS = `insert into runners (name, phone)
  select 'Runner ' || at, '8' || lpad(at::text, 9, '0') from generate_series(1, ${READERS + WRITERS}) as at`

const CUSTOMER = `insert into customers (state, district, village_info, member_name, father_or_husband_name, mobile,
    email, status, runner_id, extra, comments)
  select 'Andhra Pradesh', 'Srikakulam', 'House ' || at || ', Main Road, Amadalavalasa', 'Gurram Lakshmi ' || at,
    'Gurram Venkata Rao ' || at, '9' || lpad(at::text, 9, '0'), 'lakshmi' || at || '@example.org',
    (array['assigned', 'interested', 'hold'])[at % 3 + 1], RUNNER, 'Third house behind the temple',
    'Call before ten in the morning' from generate_series(FIRST, LAST) as at`

const SESSION = `insert into sessions (token_hash, runner_id, expires_at)
  select encode(sha256(convert_to('${tokenOf('')}' || at, 'UTF8')), 'hex'), at, now() + interval '7 days'
  from generate_series(1, ${READERS + WRITERS}) as at`

/** What the thin server and pgbench insert. */
const BARE_ORDERS = `create table bench_orders (id integer generated always as identity primary key, runner_id integer,
  customer_id integer, product_id text, product_name text, quantity integer, total_amount float8, body jsonb,
  created_at timestamptz default now())`

/** Fills a migrated database. @param url of the database */
export async function fillDatabase(url: string): Promise<void> {
  const read = READERS * CUSTOMERS_EACH
  const statements = [
    RUNNERS,
    SESSION,
    customers(`(at - 1) / ${CUSTOMERS_EACH} + 1`, 1, read),
    customers(`(at - 1 - ${read}) % ${WRITERS} + 1 + ${READERS}`, read + 1, read + writes.length),
    BARE_ORDERS,
    'vacuum analyze',
  ]
  for (const statement of statements) await run(url, statement)
}

const customers = (runner: string, first: number, last: number) =>
  CUSTOMER.replace('RUNNER', runner).replace('FIRST', String(first)).replace('LAST', String(last))
