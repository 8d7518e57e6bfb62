import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import { address, clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { newEntry, type OutboxEntry } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { deleteEntry, listHeads, storeEntry } from '../../outbox/stores/entry-store.ts'
import { endSession, session, owner, UNSENT_KEY } from '../../state/session.ts'
import { storage } from '../../storage/phone-storage.ts'
import { SignOutButton } from './sign-out-button.tsx'

vi.mock(import('../../outbox/stores/entry-store.ts'), { spy: true })

const signOutButton = page.getByRole('button', { name: 'Logout', exact: true }).first()
const question = page.getByRole('alertdialog', { name: 'Log out with unsent deals?' })

/** The page has started, and has not read the outbox yet. */
beforeEach(() => {
  clearVisits()
  signInRunner()
  startStandInServer()
  entries.set([])
  localStorage.setItem(UNSENT_KEY, 'true')
})
afterEach(async () => {
  vi.mocked(listHeads).mockReset()
  await deleteEntry('a')
})

async function storeWork(changes: Partial<OutboxEntry> = {}) {
  const work = { id: 'a', owner: owner(), customerId: '7', createdAt: 1, work: rejectedWork }
  await storeEntry({ ...newEntry(work), ...changes })
}

async function openAndSignOut() {
  await showScreen(<SignOutButton />, '/deliveries')
  await signOutButton.click()
}

test('Logout before the outbox is read asks about unsent work, and the runner can stay [R-2.008]', async () => {
  await storeWork()
  // Logout does not wait longer than two seconds for the storage, also on a slow machine.
  stopClock()
  await openAndSignOut()
  await question.getByRole('button', { name: 'Stay', exact: true }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(session.get()).toBeDefined()
  expect(address()).toBe('/deliveries')
})

test.each<[string, () => Promise<void>]>([
  ['no work', () => Promise.resolve()],
  ['only a held order', () => storeWork({ state: 'held' })],
  ['only work of another runner', () => storeWork({ owner: '9000000099' })],
])('with %s Logout asks nothing', async (_, store) => {
  await store()
  await openAndSignOut()
  await expect.poll(address).toBe('/login')
  expect(session.get()).toBeUndefined()
})

test('Logout without unsent work ends the session at once', async () => {
  localStorage.removeItem(UNSENT_KEY)
  await showScreen(<SignOutButton />, '/deliveries')
  const button = signOutButton.element() as HTMLElement
  button.click()
  expect(session.get()).toBeUndefined()
})

test('a second tap on Logout does not sign out the runner who signs in next', async () => {
  let read = (_heads: never[]) => {}
  vi.mocked(listHeads).mockReturnValue(new Promise((resolve) => (read = resolve)))
  await showScreen(<SignOutButton />, '/deliveries')
  await signOutButton.click()
  endSession()
  const next = signInRunner()
  read([])
  await expect.poll(() => listHeads).toHaveResolved()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(owner()).toBe(next)
})

test('Logout does not wait for a database that does not answer', async () => {
  await storeWork()
  vi.mocked(listHeads).mockReturnValue(new Promise(() => {}))
  await openAndSignOut()
  await expect.poll(address).toBe('/login')
  expect(session.get()).toBeUndefined()
})

test('Logout clears the phone and ends the session at the server also when local storage is full [R-7.075]', async () => {
  const server = startStandInServer()
  localStorage.removeItem(UNSENT_KEY)
  const key = `${owner()}|visit_26`
  await storage.visits.put(key, { version: 1, value: { visitId: 'a' } })
  // The real deletion would close the database while the next step uses it.
  vi.spyOn(storage, 'deleteAll').mockResolvedValue()
  await showScreen(<SignOutButton />, '/deliveries')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  // The end of the session deletes entries of local storage, so there is space again.
  onTestFinished(session.subscribe(() => full.mockRestore()))
  await signOutButton.click()
  await expect.poll(address).toBe('/login')
  expect(session.get()).toBeUndefined()
  await expect.poll(() => server.calls('DELETE /api/sign-in/session')).toHaveLength(1)
  await expect.poll(() => storage.visits.has(key)).toBe(false)
})
