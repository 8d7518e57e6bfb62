/** The recipe "Partitions by month" of docs/operations.md, as the office runs it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { program, run } from './throw-away-postgres.ts'

const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const section = /^## Partitions by month\n[^]*?(?=^## )/mu.exec(document)?.[0] ?? ''
const blocks = [...section.matchAll(/^ *```sql\n([^]*?)```/gmu)].map(([, sql = '']) => sql)

const named = ['prepare', 'partition', 'addMonths', 'takeOut', 'bringBack'] as const
type Block = (typeof named)[number]

/** A calendar month in UTC. */
interface Month {
  /** As in the name of a partition: `2027_02`. */
  readonly name: string
  /** An instant in it. */
  readonly middle: string
}

/** @param months 0 for this month */
export function monthAhead(months: number): Month {
  const now = new Date()
  const middle = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
  return { name: toDay(middle).slice(0, 7).replace('-', '_'), middle: middle.toISOString() }
}

const toDay = (instant: Date) => instant.toISOString().slice(0, 10)

/** Runs a block until no lock is in its way. @param month in place of the one in the document */
export async function runBlock(url: string, block: Block, month = monthAhead(3)): Promise<void> {
  if (blocks.length !== named.length) throw new Error(`The recipe has ${blocks.length} blocks`)
  const sql = (blocks[named.indexOf(block)] ?? '').replaceAll(...forMonth(month))
  for (;;)
    try {
      return await runFile(url, sql)
    } catch (error) {
      if (!/lock timeout|deadlock detected/u.test(String(error))) throw error
    }
}

function forMonth({ name, middle }: Month): [RegExp, (found: string) => string] {
  const start = new Date(`${middle.slice(0, 7)}-01T00:00:00Z`)
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
  const now: Record<string, string> = {
    '2027_02': name,
    '2027-02-01': toDay(start),
    '2027-03-01': toDay(end),
  }
  return [/2027_02|2027-0[23]-01/gu, (found) => now[found] ?? found]
}

async function runFile(url: string, sql: string): Promise<void> {
  const running = promisify(execFile)(program('psql'), ['-Xqd', url, '-v', 'ON_ERROR_STOP=1'])
  running.child.stdin?.end(sql)
  await running
}

/** Both tables of the recipe. */
const DEAL_TABLES = ['settlements', 'cash_payments'] as const

/** From now on the database receives the deals at this instant. */
export async function receiveDealsAt(url: string, instant: string): Promise<void> {
  for (const table of DEAL_TABLES)
    await run(url, `alter table ${table} alter column created_at set default '${instant}'`)
}

/** The partitions that have these deals, each as often as it has one. */
export async function findPartitions(url: string, invoiceIds: readonly string[]) {
  const ids = invoiceIds.map((id) => `'${id}'`).join()
  const parts = DEAL_TABLES.map(
    (table) => `select tableoid::regclass::text as name from ${table} where invoice_id in (${ids})`,
  )
  const rows = await run(url, parts.join(' union all '))
  return rows.map(({ name }) => String(name)).toSorted()
}

/** The columns, indexes and constraints of both tables, apart from their primary keys. */
export async function describeDealTables(url: string): Promise<unknown> {
  const isDeal = `in (${DEAL_TABLES.map((table) => `'${table}'`).join()})`
  const [described] = await run(
    url,
    `select (
        select jsonb_agg(replace(indexdef, ' ON ONLY ', ' ON ') order by indexname) from pg_indexes
        where tablename ${isDeal} and indexname not like '%_pkey'
      ) as indexes, (
        select jsonb_agg(concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
          order by conrelid::regclass::text, conname)
        from pg_constraint where conrelid::regclass::text ${isDeal} and contype <> 'p'
      ) as constraints, (
        select jsonb_agg(concat_ws(' ', table_name, column_name, data_type, datetime_precision, is_nullable, column_default)
          order by table_name, column_name)
        from information_schema.columns where table_name ${isDeal}
      ) as columns`,
  )
  return described
}

/** How many indexes the partitioned tables and each of their partitions have. */
export async function countIndexes(url: string): Promise<Record<string, unknown>[]> {
  return run(
    url,
    `select root::text as table, count(distinct relid)::integer as tables,
        array_agg(distinct indexes)::integer[] as indexes
      from (
        select root, relid, (select count(*) from pg_index where indrelid = relid) as indexes
        from unnest('{settlements,cash_payments}'::regclass[]) as root, pg_partition_tree(root)
      ) as part group by root order by root::text`,
  )
}
