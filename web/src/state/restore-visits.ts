/** Brings back what was under way when the page, its tab or the browser closed: from the database to session storage. */
import * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import { wait } from '../lib/wait.ts'
import { storage } from '../storage/phone-storage.ts'
import { owner, serverRunnerId, session } from './session.ts'
import { adoptTyped } from './typed-fields.ts'
import { activeVisit, adoptVisit, closeVisit, updateVisit } from './visit.ts'
import { onStoredElsewhere, readVisitRows, type NamedRow } from './visit-rows.ts'

/** A database that does not answer must not keep the screen of a deal closed. */
const LIMIT_MS = 3_000

let restored: Promise<unknown> | undefined

/** Resolves when the signed-in runner's visits are there again, at the latest after three seconds; never rejects. */
export async function restoreVisits(): Promise<void> {
  restored ??= Promise.race([
    Promise.all([adoptOnce(), storage.whenRestored('visits').catch(() => undefined)]),
    wait(LIMIT_MS),
  ])
  await restored
}

session.subscribe(() => {
  restored = undefined
  void restoreVisits()
})
onStoredElsewhere(() => void adoptStored())
// This also runs when this tab restored no row: the service worker or another tab may have done it.
storage.onRestored('visits', adoptStored)
// A deal that comes back after its visit ends it.
storage.onRestored('deals', adoptStored)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void adoptStored()
})

/** Stores a visit that began before the sign-in, so that the next runner gets neither it nor what was restored beside it. */
async function adoptOnce(): Promise<void> {
  const count = await adoptStored()
  if (count > 0 || serverRunnerId() !== undefined) updateVisit((visit) => visit)
}

/** @returns how many rows the signed-in runner has */
async function adoptStored(): Promise<number> {
  const runner = owner()
  if (runner === '') return 0
  try {
    const rows = await Promise.all((await readVisitRows()).map(closedIfDone))
    // Somebody else may have signed in while the phone was reading.
    if (runner !== owner()) return 0
    for (const [name, row] of rows) {
      adoptVisit(name, row)
      adoptTyped(name, row)
    }
    const visit = activeVisit.get()
    if (visit && (await isDone(visit.id)) && activeVisit.get()?.id === visit.id) closeVisit()
    return rows.length
  } catch (error) {
    reportProblem('Stored visits not read', error)
    return 0
  }
}

/** A phone may die after the deal is stored and before its visit is closed. */
async function closedIfDone([name, row]: NamedRow): Promise<NamedRow> {
  const visit = v.safeParse(visitSchema, row.value)
  return visit.success && (await isDone(visit.output.visitId))
    ? // This tab may have the same version of the visit, and closes only an older one.
      [name, { version: row.version + 1 }]
    : [name, row]
}

const visitSchema = v.object({ visitId: v.string() })

const isDone = (visitId: string) => storage.deals.has(visitId)
