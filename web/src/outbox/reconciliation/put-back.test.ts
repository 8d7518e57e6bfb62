import { beforeEach, expect, test } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { listEntries } from '../stores/entry-store.ts'
import { changePhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, sent } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, sent } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

test('a photo of another host is not asked for', async () => {
  const { id, entry, photo } = await receive()
  await changePhoto(photo.id, (stored) => ({ ...stored, url: 'https://photos.example/1.jpg' }))
  server.photos.delete(photo.sha256)
  const other = randomId()
  server.works.set(other, { hash: hashOf(other), photos: [], isSent: false })
  await sent.storeSent([{ ...entry, id: other, hash: hashOf(other) }], 2)
  for (const key of await sentStorage.unconfirmed.getKeys())
    if (key.endsWith(id)) await sentStorage.unconfirmed.delete(key)
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([])
})
