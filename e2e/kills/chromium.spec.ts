import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, testAlone as test } from '../support/fixtures/test.ts'
import { reconcile } from '../network/reconciliation.ts'
import type { Veni } from '../support/servers/our-server.ts'
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
import { nameOf, newRun, type Piece } from './pieces.ts'

const kills = Number(process.env.KILLS ?? 500)
const seed = Number(process.env.SEED ?? 1)
const run = newRun(seed, kills)
const FIRST_ID = 1_001
/** The longest time from the start of a step to the kill. It is longer than a step, so that some kills come after it. */
const MOST_MS = 400

/** A number in [0, 1) that depends only on the seed and the name. */
const random = (name: string) =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32

// One after another: each piece needs the whole machine.
test.describe.configure({ mode: 'default' })

for (const piece of run.unfinished) {
  test(`Chromium killed with SIGKILL at ${nameOf(piece)} of seed ${seed}`, async ({ ownVeni }) => {
    test.setTimeout((piece.last - piece.first + 1) * 120_000)
    const visits = visitsOf(piece)
    await importCustomers(ownVeni.dataDir, visits.map(toCustomer))
    const profile = await newSignedInProfile(ownVeni.url)
    const { deals, emptyStarts } = await killInEach(visits, profile, ownVeni)
    await rm(profile, { recursive: true })
    await ownVeni.kill9()
    const completed = completedOf(deals, visits)
    const result = reconcile(completed, { deals }, await readServerRows(ownVeni.dataDir))
    expect(deals.map(({ customerId }) => customerId).toSorted()).toEqual(
      visits.map(({ customerId }) => customerId).toSorted(),
    )
    expect(result).toEqual({ deals: visits.length, lost: [], doubled: [], different: [] })
    expect(visits.filter(({ again }) => again.length > 1).map(({ again }) => again)).toEqual([])
    const oneAgain = visits.filter(({ again }) => again.length === 1).length
    run.add(piece, { kills: visits.length, oneAgain, emptyStarts })
  })
}

test(`${kills} kills of Chromium lost and doubled nothing (seed ${seed})`, () => {
  const sums = run.sums()
  process.stdout.write(
    `Chromium: ${sums.kills} kills, seed ${seed}, 0 lost, 0 doubled; one field again after ${sums.oneAgain}; the database was empty after ${sums.emptyStarts}\n`,
  )
  expect(sums.kills).toBe(kills)
})

const visitsOf = ({ first, last }: Piece) =>
  Array.from({ length: last - first + 1 }, (_, index) => visitTo(FIRST_ID + first - 1 + index))

/** Kills the browser once in each visit. */
async function killInEach(visits: InterruptedVisit[], profile: string, { url, dataDir }: Veni) {
  const home = `${url}/deliveries`
  let phone = await startPhone(profile, home)
  let emptyStarts = 0
  for (const [done, visit] of visits.entries()) {
    await killDuring(phone, visit)
    phone = await startPhone(profile, home)
    await finishVisit(phone.page, visit)
    const { deals } = await readPhoneWork(phone.page)
    expect(deals).toHaveLength(done + 1)
    await expectTruth(phone.page, completedOf(deals, visits), dataDir)
    if (phone.output().includes('recovering from a corrupted')) emptyStarts += 1
  }
  await expectAllSent(phone.page)
  const { deals } = await readPhoneWork(phone.page)
  await phone.close()
  return { deals, emptyStarts }
}

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
