import { expect, test } from 'vitest'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { signInAtPlainPortal } from '../../test/runner.ts'
import { json, startStandInServer } from '../../test/stand-in-server.ts'
import { randomId } from '../lib/random-id.ts'
import { openOutboxChannel } from './channel.ts'
import { entries } from './entries.ts'
import { newEntry } from './entry.ts'
import { enqueueAndTry } from './page-outbox.ts'
import { readEntry, storeEntry } from './stores/entry-store.ts'

const IDENTITY_KEY = 'outboxTab'

/** Sends an entry. @returns the name of this tab in its lease */
async function nameInLease() {
  const server = startStandInServer()
  const owner = signInAtPlainPortal()
  const head = { id: randomId(), owner, customerId: '7', createdAt: Date.now() }
  const names: (string | undefined)[] = []
  server.answer('PUT /api/customers/7', async () => {
    names.push((await readEntry(head.id))?.lease?.by)
    return json({})
  })
  expect((await enqueueAndTry(newEntry({ ...head, work: rejectedWork }))).kind).toBe('received')
  return names
}

test('a tab has one name in its leases, also after a reload, and a duplicate of it has another', async () => {
  sessionStorage.setItem(IDENTITY_KEY, 'before the reload')
  expect(await nameInLease()).toEqual(['before the reload'])
  // A duplicate of the open tab starts with what is stored now.
  expect(sessionStorage.getItem(IDENTITY_KEY)).toBeNull()
  window.dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem(IDENTITY_KEY)).toBe('before the reload')
  // The browser shows the left page again without loading it.
  window.dispatchEvent(new Event('pageshow'))
  expect(sessionStorage.getItem(IDENTITY_KEY)).toBeNull()
  expect(await nameInLease()).toEqual(['before the reload'])
})

test('an entry that another tab has made is shown', async () => {
  const head = { id: randomId(), owner: signInAtPlainPortal(), customerId: '7', createdAt: 1 }
  await storeEntry(newEntry({ ...head, work: rejectedWork }))
  openOutboxChannel(() => {}).publish(undefined)
  await expect.poll(() => entries.get().map(({ id }) => id)).toEqual([head.id])
})
