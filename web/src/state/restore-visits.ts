/** Brings back what was under way when the page, its tab or the browser went: from the database into session storage. */
import * as v from 'valibot'
import { phoneDatabase } from '../storage/database.ts'
import { reportProblem } from '../lib/report.ts'
import { restoreCopies } from '../storage/restore-copies.ts'
import { listCopies } from '../storage/second-copy.ts'
import { wait } from '../lib/wait.ts'
import { onKeptElsewhere, readKeptRows, type NamedRow } from './kept-rows.ts'
import { owner, session } from './session.ts'
import { adoptTyped } from './typed-fields.ts'
import { activeVisit, adoptVisit, closeVisit } from './visit.ts'

/** A database that does not answer must not keep the screen of a deal closed. */
const LIMIT_MS = 3_000

let restored: Promise<void> | undefined

/** Resolves when the signed-in runner's visits are there again, at the latest after three seconds; never rejects. */
export function restoreVisits(): Promise<void> {
  restored ??= Promise.race([takeAll(), wait(LIMIT_MS)])
  return restored
}

session.subscribe(() => {
  restored = undefined
  void restoreVisits()
})
onKeptElsewhere(() => void takeKept())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void takeKept()
})

/** What the database has waits for no copy. */
async function takeAll(): Promise<void> {
  await Promise.all([takeKept(), takeCopied()])
}

async function takeCopied(): Promise<void> {
  try {
    if ((await restoreCopies('visits', await listCopies(), isNewer)) > 0) await takeKept()
  } catch (error) {
    reportProblem('Copies of visits not read', error)
  }
}

async function takeKept(): Promise<void> {
  const runner = owner()
  if (runner === '') return
  try {
    const rows = await Promise.all((await readKeptRows()).map(closedIfDone))
    // Somebody else may have signed in while the phone was reading.
    if (runner !== owner()) return
    for (const [name, row] of rows) {
      adoptVisit(name, row)
      adoptTyped(name, row)
    }
    const visit = activeVisit.get()
    if (visit && (await isDone(visit.id)) && activeVisit.get()?.id === visit.id) closeVisit()
  } catch (error) {
    reportProblem('Kept visits not read', error)
  }
}

/** A phone may die after the deal is stored and before its visit is closed. */
async function closedIfDone([name, row]: NamedRow): Promise<NamedRow> {
  const visit = v.safeParse(visitSchema, row.value)
  return visit.success && (await isDone(visit.output.visitId))
    ? [name, { version: row.version }]
    : [name, row]
}

const rowSchema = v.object({ version: v.number() })

/** A visit's row grows with each change. */
const isNewer = (copy: unknown, stored: unknown) =>
  v.is(rowSchema, copy) && (!v.is(rowSchema, stored) || copy.version > stored.version)

const visitSchema = v.object({ visitId: v.string() })

const isDone = async (visitId: string) =>
  (await (await phoneDatabase()).getKey('deals', visitId)) !== undefined
