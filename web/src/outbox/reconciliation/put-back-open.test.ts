import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import type { OutboxEntry } from '../entry.ts'
import { listEntries, storeEntry } from '../stores/entry-store.ts'
import { readPhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

/** An entry whose record and photo the server has lost, and of which no sent row is stored yet. */
async function loseOpen() {
  const { id, entry, photo } = await receive()
  const open = { ...entry, done: ['record'] }
  await storeEntry(open)
  for (const key of await sentStorage.unconfirmed.getKeys())
    if (key.endsWith(id)) await sentStorage.unconfirmed.delete(key)
  server.works.delete(id)
  server.photos.delete(photo.sha256)
  return { id, open, photo }
}

test('lost work stays as it is until the server gives the key of the runner', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { open, photo } = await loseOpen()
  const { id, visitId } = await receive(1)
  server.works.delete(id)
  const withKey = deps
  const callApi = async (...call: Parameters<typeof deps.callApi>) => ({
    ...((await withKey.callApi(...call)) as object),
    private_key: undefined,
  })
  deps = { ...deps, callApi: callApi as typeof deps.callApi }
  await run()
  expect(await listEntries(owner)).toEqual([open])
  expect((await readPhoto(photo.id))?.url).toBe(photo.url)
  expect((await storage.deals.get(visitId))?.receivedAt).toBe(1)
  expect(warn).not.toHaveBeenCalled()
  deps = withKey
  await run()
  const entries = await listEntries(owner)
  expect(entries.map((entry) => [entry.id, entry.done])).toEqual([
    [id, []],
    [open.id, []],
  ])
})

const otherHash = hashOf(randomId())
test.each([
  ['removed', () => undefined, []],
  ['sent with another content', (open: OutboxEntry) => ({ ...open, hash: otherHash }), [otherHash]],
])(
  'an open entry that was %s while it was compared is not put back',
  async (_how, change, left) => {
    const { id, open, photo } = await loseOpen()
    const { alone: wait } = deps
    deps = {
      ...deps,
      alone: async (work) => {
        const changed = change(open)
        await (changed ? storeEntry(changed) : storage.outbox.delete(id))
        return wait(work)
      },
    }
    await run()
    const entries = await listEntries(owner)
    expect(entries.map(({ hash, done }) => [hash, done])).toEqual(
      left.map((hash) => [hash, ['record']]),
    )
    expect((await readPhoto(photo.id))?.url).toBe(photo.url)
  },
)
