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
export const cookieOf = (id: number): string => `veni=${tokenOf(id)}`

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
  return { id, cookie: cookieOf(id) }
}

const COLUMNS = `state, district, village_info, member_name, father_or_husband_name, mobile, email, status, runner_id,
  extra, comments`

const VALUES = `'Andhra Pradesh', 'Srikakulam', 'House ' || at || ', Main Road, Amadalavalasa', 'Gurram Lakshmi ' || at,
    'Gurram Venkata Rao ' || at, '9' || lpad(at::text, 9, '0'), 'lakshmi' || at || '@example.org',
    (array['assigned', 'interested', 'hold'])[at % 3 + 1], RUNNER, 'Third house behind the temple',
    'Call before ten in the morning'`

/** What the thin server and pgbench insert. */
const BARE_ORDERS = `create table bench_orders (id integer generated always as identity primary key, runner_id integer,
  customer_id integer, product_id text, product_name text, quantity integer, total_amount float8, body jsonb,
  created_at timestamptz default now())`

/** A database by its address, or an open one. */
export type Target =
  | string
  | { readonly db: { execute: (statement: string) => PromiseLike<unknown> } }

const send = async (target: Target, statement: string): Promise<void> => {
  if (typeof target === 'string') await run(target, statement)
  else await target.db.execute(statement)
}

/** Stores runners from 1 on, each with a session. */
export async function fillRunners(target: Target, count: number): Promise<void> {
  await send(
    target,
    `insert into runners (name, phone)
      select 'Runner ' || at, '8' || lpad(at::text, 9, '0') from generate_series(1, ${count}) as at`,
  )
  await send(
    target,
    `insert into sessions (token_hash, runner_id, expires_at)
      select encode(sha256(convert_to('${tokenOf('')}' || at, 'UTF8')), 'hex'), at, now() + interval '7 days'
      from generate_series(1, ${count}) as at`,
  )
}

/** Stores 50 customers of each of these runners. */
export const fillCustomers = (target: Target, runnerCount: number): Promise<void> =>
  send(target, customers(`(at - 1) / ${CUSTOMERS_EACH} + 1`, 1, runnerCount * CUSTOMERS_EACH))

/** Fills a migrated database. */
export async function fillDatabase(target: Target): Promise<void> {
  const read = READERS * CUSTOMERS_EACH
  await fillRunners(target, READERS + WRITERS)
  await fillCustomers(target, READERS)
  const runner = `(at - 1 - ${read}) % ${WRITERS} + 1 + ${READERS}`
  for (const statement of [
    customers(runner, read + 1, read + writes.length),
    BARE_ORDERS,
    'vacuum analyze',
  ])
    await send(target, statement)
}

const customers = (runner: string, first: number, last: number) =>
  `insert into customers (${COLUMNS}) select ${VALUES.replace('RUNNER', runner)}
    from generate_series(${first}, ${last}) as at`

/** The customers of the readers, in the tables of the peers. */
export const peerCustomers = {
  directus: [
    `create table customers (id integer generated always as identity primary key, state text, district text,
      village_info text, member_name text, father_or_husband_name text, mobile text, email text, status text,
      runner_id integer, extra text, comments text)`,
    'create index on customers (runner_id)',
    `create table orders (id integer generated always as identity primary key, customer_id integer, runner_id integer,
      product_id text, product_name text, product_price float8, quantity integer, total_amount float8,
      payment_method text, delivery_address text, customer_notes text)`,
    customers(`(at - 1) / ${CUSTOMERS_EACH} + 1`, 1, READERS * CUSTOMERS_EACH),
    'vacuum analyze',
  ],
  /** After the class was made by its first object. */
  parse: [
    `insert into "Customer" ("objectId", "createdAt", "updatedAt", ${COLUMNS})
      select 'customer' || at, now(), now(), ${VALUES.replace('RUNNER', `(at - 1) / ${CUSTOMERS_EACH} + 1`)}
      from generate_series(1, ${READERS * CUSTOMERS_EACH}) as at`,
    'create index on "Customer" (runner_id)',
    'vacuum analyze',
  ],
} as const
