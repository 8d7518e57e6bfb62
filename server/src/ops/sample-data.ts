import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toCalendarDay } from '@veni/domain/follow-up'
import type { Deps } from '../deps.ts'
import { invariant } from '../errors.ts'
import { serverRoot } from '../config/folders.ts'
import { type ImportKindName, importKinds } from './import/csv/import-kinds.ts'
import { importRecords } from './import/records/import-records.ts'

/** Fills an empty database with runners, products, prices and customers for a trial. */
export async function loadSampleData({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (const { table } of Object.values(importKinds)) {
    if ((await db.$count(table)) > 0) return
  }
  for (const kindName of SAMPLES) {
    const file = join(serverRoot, 'sample-data', `${kindName}.csv`)
    const text = withDays(await readFile(file, 'utf8'), now())
    const onBadRow = ({ line, reason }: { line: number; reason: string }) =>
      invariant(false, `line ${line} of the sample ${kindName}: ${reason}`)
    const onDiscarded = () => invariant(false, 'An earlier import left rows in an empty database')
    await importRecords(db, kindName, toBytes(text), { skipBad: false, onBadRow, onDiscarded })
  }
}

/** Runners come first, because customers refer to them. */
const SAMPLES = [
  'runners',
  'products',
  'hair-prices',
  'customers',
] as const satisfies ImportKindName[]

/** Replaces `{today+5}` by the day in five days, so that every start has overdue, due and future follow-ups. */
function withDays(text: string, today: Date): string {
  return text.replaceAll(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) => {
    const day = new Date(today)
    day.setDate(day.getDate() + Number(days ?? 0))
    return toCalendarDay(day)
  })
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
