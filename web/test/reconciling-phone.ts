import { reconciliationApi } from '@veni/domain/api/reconciliation'
import * as v from 'valibot'
import type { Client } from '../src/api/client.ts'
import { randomId } from '../src/lib/random-id.ts'
import { newEntry, type OutboxEntry } from '../src/outbox/entry.ts'
import type { ReconcileDeps } from '../src/outbox/reconciliation/reconcile.ts'
import { createSentStore } from '../src/outbox/reconciliation/sent-store.ts'
import { rebuildEntry } from '../src/outbox/rebuild-entry.ts'
import { storeDeal } from '../src/outbox/stores/deal-store.ts'
import { changeEntry, listHeads, listIds } from '../src/outbox/stores/entry-store.ts'
import { newPhotoId, storePhoto } from '../src/outbox/stores/photo-store.ts'
import { storage } from '../src/storage/phone-storage.ts'
import { alone } from '../src/storage/sealed/alone.ts'
import { sentStorage } from '../src/storage/sealed/sent-rows.ts'
import { createOpener, createSealer } from '../src/storage/sealed/sealing-key.ts'
import { newSettlementDeal } from './deals.ts'
import { createReconcilingServer, NOW } from './reconciling-server.ts'
import { newSealingKeys } from './sealing-keys.ts'

export const hashOf = (id: string) => id.replaceAll('-', '').repeat(2)

/** A runner's phone with a server that answers its comparisons. */
export async function createReconcilingPhone() {
  // A restore deletes the entries of received deals, and some tests put such an entry back.
  await storage.whenRestored('outbox')
  const owner = randomId()
  const server = createReconcilingServer()
  const keys = await newSealingKeys()
  const sealing = {
    findPublicKey: () => Promise.resolve(keys.public_key),
    createSealer,
    createOpener,
  }
  const sent = createSentStore(sealing)
  const callApi = ((_endpoint: unknown, { body }: { body: { wants_key?: boolean } }) => {
    // Our server refuses any other body.
    v.assert(reconciliationApi.reconcile.body, body)
    return Promise.resolve({
      ...server.answer(body as Parameters<typeof server.answer>[0]),
      ...(body.wants_key && { private_key: keys.private_key }),
    })
  }) as unknown as Client['callApi']
  const deps: ReconcileDeps = {
    callApi,
    requireOwner: () => Promise.resolve(),
    entries: { listHeads, listIds, changeEntry, rebuildEntry },
    sealing,
    alone,
    clock: { now: () => NOW },
  }
  const receive = (sentAt?: number) => receiveDeal({ owner, server, sent }, sentAt)
  const receiveRows = storeRows.bind(undefined, { server, publicKey: keys.public_key })
  return { owner, server, deps, receive, receiveRows, sent, publicKey: keys.public_key }
}

interface RowStore {
  readonly server: ReturnType<typeof createReconcilingServer>
  readonly publicKey: string
}

/** So many works that the server has, the oldest first, without their content. @returns their ids */
async function storeRows(
  { server, publicKey }: RowStore,
  count: number,
  sentAt = (at: number) => at,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomId())
  for (const [at, id] of ids.entries()) {
    server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
    const row = { id, hash: hashOf(id), photos: [], sentAt: sentAt(at) }
    await sentStorage.unconfirmed.put(`${publicKey}|${id}`, row)
  }
  return ids
}

interface Receiver {
  readonly owner: string
  readonly server: ReturnType<typeof createReconcilingServer>
  readonly sent: ReturnType<typeof createSentStore>
}

/** A photo that the server has received. @param content what its bytes and its hash are made of */
export const newReceivedPhoto = (owner: string, visitId: string, content = visitId) =>
  ({
    id: newPhotoId(visitId, 'packet'),
    owner,
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes: new TextEncoder().encode(`photo of ${content}`).buffer,
    sha256: hashOf(content),
    takenAt: 1,
    url: `/api/images/${hashOf(content)}.jpg`,
  }) as const

/** A deal that the server has received with its photo; the phone has deleted its copy of both. */
async function receiveDeal({ owner, server, sent }: Receiver, sentAt = NOW) {
  const visitId = randomId()
  // The app gives the entry of a deal the id of the visit.
  const id = visitId
  const photo = newReceivedPhoto(owner, visitId)
  await storePhoto(photo)
  await sent.storePhoto(photo)
  const deal = { ...newSettlementDeal(), visitId, owner, receivedAt: sentAt }
  await storeDeal(deal)
  const entry: OutboxEntry = {
    ...newEntry({
      id,
      owner,
      customerId: '7',
      visitId,
      createdAt: sentAt,
      work: {
        kind: 'settlement',
        settlement: deal.record,
        photos: [{ id: photo.id, role: 'packet' }],
      },
    }),
    done: ['record', 'photos'],
    hash: hashOf(id),
    epoch: 'first',
  }
  await sent.storeSent([entry], sentAt)
  await storePhoto({ ...photo, bytes: undefined })
  server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
  server.photos.add(photo.sha256)
  return { id, visitId, entry, photo }
}
