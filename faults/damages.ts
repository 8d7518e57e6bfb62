/** A store of a phone is damaged while its browser is not running: a killed browser has left it so. */
import { hasAllCopies, noteLosses } from './expected-losses.ts'
import { type DamageName, ENTRY_UNCOPIED } from './faults.ts'
import { whileBusy } from './idle.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import {
  copiesOf,
  deleteDatabase,
  listDealCopies,
  readDatabase,
  replaceRows,
  rowsIn,
  rowsOf,
} from './phone-stores.ts'
import { between, type Random } from './random.ts'
import type { Damage } from './stores-shift.ts'

/** What both stores had at some moment. */
type Stores = Awaited<ReturnType<typeof readStores>>

/** Only where both stores are. */
export function planDamage(damage: Damage, one: PhoneInUse, run: AllPhones): void {
  const { clock } = run
  if (!one.phone.caches) return
  clock.after(Math.max(0, damage.at - damage.age), async () => {
    const earlier = await whileBusy(readStores(one))
    const signOuts = one.phone.signIns.signOuts
    clock.after(Math.min(damage.at, damage.age), async () => {
      // A sign-out deletes or seals what the stores had: their earlier state cannot come back.
      if (one.phone.signIns.signOuts === signOuts && !one.phone.isLeaving)
        await happen(damage, earlier, one, run)
    })
  })
}

async function readStores({ phone }: PhoneInUse) {
  const rows = await readDatabase(phone.parts.indexedDB)
  return { rows, copies: new Map(phone.caches && copiesOf(phone.caches)) }
}

async function happen(
  { kind, isWorkerFirst }: Damage,
  earlier: Stores,
  one: PhoneInUse,
  run: AllPhones,
): Promise<void> {
  const { phone, expected, plan, name } = one
  phone.closePages()
  phone.worker.turnOff()
  const before = await whileBusy(readStores(one))
  // Before the first use, and after a sign-out that deletes everything, there is nothing to damage.
  if (!before.rows || !earlier.rows) return
  if (kind === 'database lost') deleteEntryCopies(one, run)
  const isQuiet = hasAllCopies(expected, run.clock.now(), plan)
  plan.count(kind)
  run.trace('event:', kind, name)
  await whileBusy(damageStores[kind](one, earlier, run.randomOf(`damages of ${name}`)))
  one.noteWritten()
  const { rows: left, copies } = await whileBusy(readStores(one))
  const lost = noteLosses(expected, {
    // An earlier damage may have left a row in its copy only.
    before: new Map([...rowsOf(before.copies), ...rowsIn(before.rows)]),
    left: rowsIn(left ?? new Map()),
    copies: rowsOf(copies),
  })
  for (const what of lost) run.trace(name, 'has lost', what)
  if (isQuiet)
    for (const what of lost)
      expected.violations.add(`lost, although it had time for its copy: ${what}`)
  if (lost.length > 0) phone.noteLoss()
  if (isWorkerFirst) phone.worker.sync()
  else phone.openTab()
}

/** Only where the deal has a copy: the comparison with the server then makes the entry again. */
function deleteEntryCopies({ phone, plan, name }: PhoneInUse, { randomOf, trace }: AllPhones) {
  const copies = phone.caches && copiesOf(phone.caches)
  const random = randomOf(`uncopied entries of ${name}`)
  for (const { entry, id } of copies ? listDealCopies(copies) : []) {
    if (random() < 0.5 || !copies?.delete(entry)) continue
    plan.count(ENTRY_UNCOPIED)
    trace('event:', ENTRY_UNCOPIED, name, id)
  }
}

type DamageStore = (one: PhoneInUse, earlier: Stores, random: Random) => Promise<unknown>

const damageStores: Readonly<Record<DamageName, DamageStore>> = {
  'database lost': ({ phone }) => deleteDatabase(phone.parts.indexedDB),
  'database rolled back': ({ phone }, { rows = new Map() }) =>
    replaceRows(phone.parts.indexedDB, rows),
  async 'second copy torn'({ phone }, _earlier, random) {
    if (!phone.caches) return
    const copies = copiesOf(phone.caches)
    for (const [path, body] of copies) {
      const chance = random()
      if (chance < 0.3) copies.delete(path)
      else if (chance < 0.6) copies.set(path, body.slice(0, between(random, 0, body.byteLength)))
    }
  },
  async 'second copy rolled back'({ phone }, { copies: earlier }) {
    if (!phone.caches) return
    const copies = copiesOf(phone.caches)
    copies.clear()
    for (const [path, body] of earlier) copies.set(path, body)
  },
}
