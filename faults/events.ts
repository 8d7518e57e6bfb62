/** What happens from outside during a shift: to one phone, or at the office. */
import type { EventName } from './faults.ts'
import type { AllPhones, PhoneInUse } from './phone-in-use.ts'
import { STATUSES } from './shift.ts'
import { evict } from './eviction.ts'
import { tryNewerRelease } from './newer-release.ts'
import { kill } from './tab.ts'

type Event = (run: AllPhones, one: PhoneInUse, size: number) => unknown

export const events: Readonly<Record<EventName, Event>> = {
  'second tab': (_run, { phone }) => phone.openTab(),
  'page killed': ({ randomOf }, { phone, name }) =>
    kill(phone.tabInUse(randomOf(`events of ${name}`))),
  'worker beside a page'({ clock }, { phone }, size) {
    phone.hide({ isFrozen: false })
    phone.worker.sync()
    clock.after(size, () => phone.show())
  },
  'worker beside a frozen page'({ clock }, { phone }, size) {
    phone.hide({ isFrozen: true })
    phone.worker.sync()
    clock.after(size, () => phone.show())
  },
  'worker without a page'(_run, { phone }) {
    phone.closePages()
    phone.worker.sync()
  },
  'storage evicted': (run, one, size) => evict(one, size % 2 === 1, run),
  'newer release and back': (run, one, size) => tryNewerRelease(one, size, run),
  'clock forward': (_run, { phone }, size) => phone.setClock(size),
  'clock back': (_run, { phone }, size) => phone.setClock(-size),
  'clock in 1970': (_run, { phone }) => phone.setClockTo(Date.UTC(1970, 0, 2)),
  'clock in 2099': (_run, { phone }) => phone.setClockTo(Date.UTC(2099, 0)),
  'clock set right': (_run, { phone }) => phone.setClockTo(),
  'network toggled': (_run, { phone }) => phone.wakeAll(),
  'server restarted': ({ server }) => server.restart(),
  'session ended': ({ server }) => server.endSessions(),
  'office backs up': ({ server }) => server.backUp(),
  async 'office restores'({ server, trace, phones, clock }) {
    await server.restoreBackup()
    for (const { expected } of phones) expected.restoredAt = clock.now()
    trace('office has', await server.countDeals(), 'deals')
  },
  async 'office moves a customer'({ server, trace }) {
    const { to } = await server.log.moveCustomer()
    trace('office moves a customer to', to)
  },
  async 'office changes statuses'({ server, trace, customers }, { phone }, size) {
    const status = STATUSES[size % STATUSES.length] ?? ''
    await server.log.changeStatuses(customers[phone.who], status)
    trace('office changes the customers of', phone.who, 'to', status)
  },
  async 'office changes prices'({ server, trace }, _one, size) {
    await server.log.office.changePrices(size)
    trace('office has', server.log.office.prices.length, 'price lists')
  },
  'network away'({ clock }, { network }, size) {
    network.setAway(true)
    clock.after(size, () => network.setAway(false))
  },
}
