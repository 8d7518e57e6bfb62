import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, testAlone as test } from '../support/fixtures/test.ts'
import { reconcile } from '../network/reconciliation.ts'
import { importCustomers } from '../support/servers/command-line.ts'
import {
  completedOf,
  finishVisit,
  stepsOf,
  visitTo,
  type InterruptedVisit,
} from '../network/interrupted-visit.ts'
import { readServerRows } from '../network/server-rows.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import { expectAllSent, expectTruth } from '../network/network-test.ts'
import { newSignedInProfile, startPhone, type Phone } from '../support/browsers/persistent-phone.ts'

const kills = Number(process.env.KILLS ?? 100)
const seed = Number(process.env.SEED ?? 1)
const FIRST_ID = 1_001
/** The longest time from the start of a step to the kill. It is longer than a step, so that some kills come after it. */
const MOST_MS = 400

/** A number in [0, 1) that depends only on the seed and the name. */
const random = (name: string) =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32

test(`Chromium killed with SIGKILL at ${kills} moments of a deal (seed ${seed})`, async ({
  ownVeni,
}) => {
  test.setTimeout(kills * 120_000)
  const visits = Array.from({ length: kills }, (_, index) => visitTo(FIRST_ID + index))
  await importCustomers(ownVeni.dataDir, visits.map(toCustomer))
  const profile = await newSignedInProfile(ownVeni.url)
  const home = `${ownVeni.url}/deliveries`

  let phone = await startPhone(profile, home)
  let emptyStarts = 0
  for (const [done, visit] of visits.entries()) {
    await killDuring(phone, visit)
    phone = await startPhone(profile, home)
    await finishVisit(phone.page, visit)
    const { deals } = await readPhoneWork(phone.page)
    expect(deals).toHaveLength(done + 1)
    await expectTruth(phone.page, completedOf(deals, visits), ownVeni.dataDir)
    if (phone.output().includes('recovering from a corrupted')) emptyStarts += 1
  }
  await expectAllSent(phone.page)
  const { deals } = await readPhoneWork(phone.page)
  await phone.close()
  await rm(profile, { recursive: true })
  await ownVeni.kill9()
  const completed = completedOf(deals, visits)
  const result = reconcile(completed, { deals }, await readServerRows(ownVeni.dataDir))
  report(visits, result, emptyStarts)
  expect(deals.map(({ customerId }) => customerId).toSorted()).toEqual(
    visits.map(({ customerId }) => customerId).toSorted(),
  )
  expect(result).toEqual({ deals: kills, lost: [], doubled: [], different: [] })
  expect(visits.filter(({ again }) => again.length > 1).map(({ again }) => again)).toEqual([])
})

const toCustomer = ({ customerId }: InterruptedVisit) => ({
  customerId,
  name: `${customerId} ${'గుర్రం లక్ష్మి 👵🏽 '.repeat(9)}గారు`,
})

/** Does the deal until a kill, a random time after the start of a random step. */
async function killDuring(phone: Phone, visit: InterruptedVisit) {
  const steps = stepsOf(phone.page, visit)
  const lastStep = Math.floor(random(`step ${visit.customerId}`) * steps.length)
  const afterMs = random(`ms ${visit.customerId}`) * MOST_MS
  for (const step of steps.slice(0, lastStep)) await step()
  const killed = new Promise<void>((resolve, reject) => {
    setTimeout(() => void phone.kill().then(resolve, reject), afterMs)
  })
  // The kill interrupts the step, so its error is expected.
  await Promise.all([killed, steps[lastStep]?.().catch(() => undefined)])
}

function report(
  visits: readonly InterruptedVisit[],
  result: { lost: readonly string[]; doubled: readonly string[] },
  emptyStarts: number,
) {
  const counts = visits.map(({ again }) => again.length)
  const of = (many: number) => counts.filter((count) => count === many).length
  const worst = Math.max(...counts)
  const lines = Array.from({ length: worst + 1 }, (_, many) => `${many} fields again: ${of(many)}`)
  process.stdout.write(
    `Chromium: ${kills} kills, seed ${seed}, ${result.lost.length} lost, ${result.doubled.length} doubled; ${lines.join(', ')}; the database was empty after ${emptyStarts} kills\n`,
  )
}
