import { startOffice, type Office, type OfficeKind } from './office.ts'
import { portalErrors } from './portal-test.ts'
import { test as base } from './firefox.ts'

/** Journeys that a runner makes whichever kind of server his office has: each project of playwright.config.ts runs them at its own. */
export const test = base.extend<{ officeKind: OfficeKind; office: Office }>({
  officeKind: ['our server', { option: true }],
  serviceWorkers: 'allow',
  office: async ({ officeKind }, use) => {
    const office = await startOffice(officeKind)
    await use(office)
    await office.stop()
  },
  baseURL: async ({ office }, use) => use(office.url),
  expectedErrors: async ({ office }, use) => use(office.keepsDeals ? [] : [...portalErrors]),
})

export { expect } from './test.ts'
