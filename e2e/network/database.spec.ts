import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newSignedInProfile, startPhone } from '../support/browsers/persistent-phone.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import { finishVisit, stepsOf, visitTo } from './interrupted-visit.ts'
import { expect, expectAllSent, test } from './network-test.ts'
import { good, cut, isWrite, on } from './conditions.ts'

/** To customers of the sample data, each of whom waits for one. */
const visits = () => [visitTo(1), visitTo(2), visitTo(3)] as const

/** The call that a deal is sent with, whatever became of it. */
const TAKEN = /POST \/api\/cash-payments$/

/** What a browser does to its database when it finds the end of it torn by a kill (decision 22). */
const harms = {
  'begins its database anew': (database: string) => rm(database, { recursive: true }),
  'forgets what it stored since it was last opened': async (database: string) => {
    await rm(database, { recursive: true })
    await cp(`${database} of before`, database, { recursive: true })
  },
}

for (const [name, harm] of Object.entries(harms)) {
  test(
    `a browser that was killed ${name}`,
    { tag: '@quick' },
    async ({ network, expectReconciled }) => {
      const profile = await newSignedInProfile(network.url)
      const database = join(profile, 'Default', 'IndexedDB')
      const home = `${network.url}/deliveries`
      const [taken, unsent, underWay] = visits()
      network.condition = on(isWrite, cut)
      let phone = await startPhone(profile, home)
      await finishVisit(phone.page, taken)
      await phone.kill()
      await cp(database, `${database} of before`, { recursive: true })
      network.condition = good
      phone = await startPhone(profile, home)
      await expectAllSent(phone.page)
      network.condition = on(isWrite, cut)
      await finishVisit(phone.page, unsent)
      for (const step of stepsOf(phone.page, underWay).slice(0, -1)) await step()
      const { deals, outbox } = await readPhoneWork(phone.page)
      await phone.kill()
      const sent = network.count(TAKEN)

      await harm(database)
      phone = await startPhone(profile, home)
      await finishVisit(phone.page, underWay)
      expect(underWay.again.length).toBeLessThanOrEqual(1)
      const there = await readPhoneWork(phone.page)
      expect(there.deals).toEqual(expect.arrayContaining([...deals]))
      expect(there.outbox.length).toBeGreaterThan(outbox.length)
      network.condition = good
      await phone.page.goto(home)
      await expectReconciled(
        phone.page,
        there.deals.map(({ invoiceId }) => invoiceId),
      )
      // The two others, and not the one that the office had.
      expect(network.count(TAKEN)).toBe(sent + 2)
      await phone.close()
      await rm(profile, { recursive: true })
    },
  )
}
