import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newSignedInProfile, startPhone } from '../support/browsers/persistent-phone.ts'
import {
  changeCopies,
  deletePhoneDatabase,
  expectAllSnapshots,
  readPhoneWork,
} from '../support/phone-storage.ts'
import { signIn } from '../support/runner.ts'
import { completedOf, finishVisit, stepsOf, visitTo } from './interrupted-visit.ts'
import { expect, expectAllSent, test } from './network-test.ts'
import { countDealCalls } from './proxy.ts'
import { good, cut, isWrite, on } from './conditions.ts'

/** Visits to three assigned customers of the sample data. */
const visits = () => [visitTo(1), visitTo(2), visitTo(3)] as const

/** What Chromium may do with a database that a kill has damaged (docs/decisions/0022-second-copy-of-unsent-work.md). */
const damages = {
  'starts with an empty database': (database: string) => rm(database, { recursive: true }),
  'loses what it stored since its last start': async (database: string) => {
    await rm(database, { recursive: true })
    await cp(`${database} of before`, database, { recursive: true })
  },
}

for (const [name, damage] of Object.entries(damages)) {
  test(`a killed browser ${name}`, { tag: '@quick' }, async ({ network, expectReconciled }) => {
    const profile = await newSignedInProfile(network.url)
    const database = join(profile, 'Default', 'IndexedDB')
    const home = `${network.url}/deliveries`
    const [received, unsent, open] = visits()
    network.condition = on(isWrite, cut)
    let phone = await startPhone(profile, home)
    await finishVisit(phone.page, received)
    await phone.kill()
    await cp(database, `${database} of before`, { recursive: true })
    network.condition = good
    phone = await startPhone(profile, home)
    // Chromium itself may start with an empty database after the kill: it has nothing to send until it is restored.
    await expect.poll(async () => (await readPhoneWork(phone.page)).deals).toHaveLength(1)
    await expectAllSent(phone.page)
    network.condition = on(isWrite, cut)
    await finishVisit(phone.page, unsent)
    for (const step of stepsOf(phone.page, open).slice(0, -1)) await step()
    const { deals, outbox } = await readPhoneWork(phone.page)
    await phone.kill()

    await damage(database)
    phone = await startPhone(profile, home)
    await finishVisit(phone.page, open)
    expect(open.again.length).toBeLessThanOrEqual(1)
    const after = await readPhoneWork(phone.page)
    expect(after.deals).toEqual(expect.arrayContaining([...deals]))
    expect(after.outbox.length).toBeGreaterThan(outbox.length)
    // A call that the new page interrupts would be made again.
    await phone.page.goto(home)
    const before = network.calls.length
    network.condition = good
    await expectReconciled(phone.page, completedOf(after.deals, [received, unsent, open]))
    // The phone sends the two other deals, and not the received one again.
    expect(after.deals).toHaveLength(3)
    expect(countDealCalls(network.calls.slice(before), after.deals)).toBe(2)
    await phone.close()
    await rm(profile, { recursive: true })
  })
}

test('a phone that loses its database and the copies of two entries ends both deals', async ({
  page,
  network,
  expectReconciled,
}) => {
  const [received, unsent] = visits()
  const home = `${network.url}/deliveries`
  await signIn(page, '9000000001', network.url)
  await expectAllSnapshots(page)
  network.condition = on(isWrite, cut)
  await finishVisit(page, received)
  await changeCopies(page, 'store deals')
  network.condition = good
  await page.goto(home)
  await expectAllSent(page)
  network.condition = on(isWrite, cut)
  await finishVisit(page, unsent)
  const { deals } = await readPhoneWork(page)
  expect(deals.filter(({ receivedAt }) => receivedAt === undefined)).toHaveLength(1)
  // A page without the app, which would copy the entry again.
  await page.goto(`${network.url}/api/health`)
  await changeCopies(page, 'delete entries')
  await deletePhoneDatabase(page)
  await page.goto(home)
  await expect.poll(async () => (await readPhoneWork(page)).deals).toHaveLength(2)
  const left = await readPhoneWork(page)
  expect(left.deals.map(({ receivedAt }) => receivedAt)).toEqual([undefined, undefined])
  expect(left.outbox).toEqual([])
  await expectReconciled(page, completedOf(deals, [received, unsent]))
})
