import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarDay } from '@veni/domain/follow-up'
import type { Deps } from '../deps.ts'
import { invariant } from '../errors.ts'
import { serverRoot } from '../config/folders.ts'
import { type ImportKindName, importKinds } from './import/csv/import-kinds.ts'
import { importRecords } from './import/records/import-records.ts'

/** Fills a database that has nothing in it yet with runners, products, prices and customers to try the app with. */
export async function loadSampleData({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const { table } of Object.values(importKinds)) {
    if ((await db.$count(table)) > 0) return
  }
  for (const kindName of SAMPLES) {
    const file = join(serverRoot, 'sample-data', `${kindName}.csv`)
    const text = withDays(await readFile(file, 'utf8'), now())
    const onBadRow = ({ line, reason }: { line: number; reason: string }) =>
      invariant(false, `line ${line} of the sample ${kindName}: ${reason}`)
    await importRecords(db, kindName, toBytes(text), { skipBad: false, onBadRow })
  }
}

/** Customers name their runner, so runners come first. */
const SAMPLES = [
  'runners',
  'products',
  'hair-prices',
  'customers',
] as const satisfies ImportKindName[]

/** `{today+5}` → the day that it is in five days: some follow-ups must be overdue, due and still to come whenever somebody starts. */
function withDays(text: string, today: Date): string {
  return text.replaceAll(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) => {
    const day = new Date(today)
    day.setDate(day.getDate() + Number(days ?? 0))
    return calendarDay(day)
  })
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
