import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, testAlone as test } from '../support/fixtures/test.ts'
import { reconcile } from '../network/reconciliation.ts'
import { importCustomers } from '../network/import-customers.ts'
import {
  finishVisit,
  stepsOf,
  visitTo,
  type InterruptedVisit,
} from '../network/interrupted-visit.ts'
import { readServerRows } from '../network/server-rows.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import { expectAllSent } from '../network/network-test.ts'
import { newSignedInProfile, startPhone, type Phone } from '../support/browsers/persistent-phone.ts'

const kills = Number(process.env.KILLS ?? 100)
const seed = Number(process.env.SEED ?? 1)
const FIRST_ID = 1_001
/** Within a step of the deal, from its first moment to after its last. */
const MOST_MS = 400

/** In [0, 1): the same seed and name give the same. */
const chance = (name: string) =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32

test(`Chromium killed with -9 at ${kills} points of a deal (seed ${seed})`, async ({ ownVeni }) => {
  test.setTimeout(kills * 120_000)
  const visits = Array.from({ length: kills }, (_, index) => visitTo(FIRST_ID + index))
  await importCustomers(ownVeni.dataDir, visits)
  const profile = await newSignedInProfile(ownVeni.url)
  const home = `${ownVeni.url}/deliveries`

  let phone = await startPhone(profile, home)
  let begunAnew = 0
  for (const [done, visit] of visits.entries()) {
    await killDuring(phone, visit)
    phone = await startPhone(profile, home)
    await finishVisit(phone.page, visit)
    expect((await readPhoneWork(phone.page)).deals).toHaveLength(done + 1)
    if (phone.output().includes('recovering from a corrupted')) begunAnew += 1
  }
  await expectAllSent(phone.page)
  const { deals } = await readPhoneWork(phone.page)
  await phone.close()
  await rm(profile, { recursive: true })
  await ownVeni.kill9()
  const completed = deals.map(({ invoiceId }) => invoiceId)
  const balance = reconcile(completed, { deals }, await readServerRows(ownVeni.dataDir))
  report(visits, balance, begunAnew)
  expect(deals.map(({ customerId }) => customerId).toSorted()).toEqual(
    visits.map(({ customerId }) => customerId).toSorted(),
  )
  expect(balance).toEqual({ deals: kills, lost: [], doubled: [] })
  expect(visits.filter(({ again }) => again.length > 1).map(({ again }) => again)).toEqual([])
})

/** Does the deal until the browser dies, so many milliseconds into one of its steps. */
async function killDuring(phone: Phone, visit: InterruptedVisit) {
  const steps = stepsOf(phone.page, visit)
  const fatal = Math.floor(chance(`step ${visit.name}`) * steps.length)
  const afterMs = chance(`ms ${visit.name}`) * MOST_MS
  for (const step of steps.slice(0, fatal)) await step()
  const death = new Promise<void>((resolve) => {
    setTimeout(() => void phone.kill().then(resolve), afterMs)
  })
  // Whatever the step was about to do, it breaks off.
  await Promise.all([death, steps[fatal]?.().catch(() => undefined)])
}

function report(
  visits: readonly InterruptedVisit[],
  balance: { lost: readonly string[]; doubled: readonly string[] },
  begunAnew: number,
) {
  const counts = visits.map(({ again }) => again.length)
  const of = (many: number) => counts.filter((count) => count === many).length
  const worst = Math.max(...counts)
  const lines = Array.from({ length: worst + 1 }, (_, many) => `${many} fields again: ${of(many)}`)
  process.stdout.write(
    `Chromium: ${kills} kills, seed ${seed}, ${balance.lost.length} lost, ${balance.doubled.length} doubled; ${lines.join(', ')}; its database begun anew ${begunAnew} times\n`,
  )
}
