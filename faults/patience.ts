/** A person at a phone: one thing after the other, and back again when a page dies or the phone refuses. */
import { session } from '../web/src/state/session.ts'
import type { Clock } from './clock.ts'
import { between, type Luck } from './luck.ts'
import { PHONES } from './office.ts'
import type { Phone } from './phone.ts'
import { inTab, type Tab } from './tab.ts'

interface PatienceDeps {
  readonly clock: Clock
  readonly luck: Luck
  readonly phone: Phone
  readonly trace: (...parts: unknown[]) => void
}

/** How often somebody taps again after an error, or comes back to what a dead page left. */
const PATIENCE = 3
const BUSY_MS = 400

/** In virtual ms. */
export const comesBackAfter = (luck: Luck) => between(luck, 1_000, 8_000)

export const isOwnSignedIn = () => session.get()?.phone === PHONES.own

/** @returns lets a page do something; comes back to it when the page dies or the phone refuses */
export function createPatience({ clock, luck, phone, trace }: PatienceDeps) {
  let isBusy = false

  function work(what: string, action: (tab: Tab) => Promise<void>, patience = PATIENCE) {
    const later = (ms: number, left = patience) =>
      void clock.after(ms, () => work(what, action, left))
    // While a colleague has the phone he waits, and he does one thing after the other.
    if (isBusy || !isOwnSignedIn()) return later(BUSY_MS)
    const tab = phone.tabInUse()
    // Nobody taps on a page that is not there yet.
    if (!tab.isShown) return later(BUSY_MS)
    isBusy = true
    const end = () => {
      isBusy = false
      tab.onKilled.delete(fail)
    }
    const fail = () => {
      end()
      if (patience > 0) later(comesBackAfter(luck), patience - 1)
    }
    tab.onKilled.add(fail)
    trace('runner', what, tab.name)
    inTab(tab, () => action(tab)).then(
      () => tab.isAlive && end(),
      (error: unknown) => {
        if (!tab.isAlive) return
        trace('phone', 'refuses', what, String(error))
        fail()
      },
    )
  }

  return work
}
