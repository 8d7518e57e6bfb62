/** Comparisons and losses of the signed-in runner, with the real storage and locks of the phone. */
import type { LostWork } from '@veni/domain/api/reconciliation'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { hashOf } from '../../../test/reconciling-phone.ts'
import { createReconcilingServer } from '../../../test/reconciling-server.ts'
import { newPhone, signInRunner } from '../../../test/runner.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { randomId } from '../../lib/random-id.ts'
import { storeSealingKey } from '../../state/sealing-keys.ts'
import { endSession } from '../../state/session.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { newEntry } from '../entry.ts'
import { lostWork } from '../lost-work.ts'
import { storeSenderSettings } from '../sender-settings.ts'
import { listEntries } from '../stores/entry-store.ts'
import { readLostWork, reconcileOwn, sealing, storeSent } from './phone-reconciliation.ts'
import { SentRows } from './sent-rows-of.ts'

let owner = ''
let keys = { public_key: '', private_key: '' }
let server = createReconcilingServer()
let calls: { readonly body: unknown }[] = []

beforeEach(async () => {
  owner = signInRunner()
  keys = await newSealingKeys()
  storeSealingKey(owner, keys.public_key)
  await storeSenderSettings()
  server = createReconcilingServer()
  const { answer, sent } = startStandInServer()
  calls = sent
  answer('POST /api/reconciliation', ({ body }) => {
    const { wants_key: wantsKey, items } = body as Parameters<typeof server.answer>[0]
    const key = wantsKey && { private_key: keys.private_key }
    return json({ ...server.answer({ items }), ...key })
  })
})

afterEach(async () => {
  endSession()
  await storeSenderSettings()
})

const compare = () => reconcileOwn(owner, () => Promise.resolve())

test('what is sent is sealed for the signed-in runner, and not for another one', async () => {
  expect(await sealing.findPublicKey(owner)).toBe(keys.public_key)
  expect(await sealing.findPublicKey(newPhone())).toBeUndefined()
})

test('what our server has lost waits in the outbox again, to be sent at once', async () => {
  const before = Date.now()
  const id = randomId()
  const head = { id, owner, customerId: '7', createdAt: before }
  await storeSent([{ ...newEntry({ ...head, work: rejectedWork }), hash: hashOf(id) }], before)
  expect(await compare()).toBe(true)
  const [entry] = await listEntries(owner)
  expect(entry).toMatchObject({ id, state: 'waiting', work: rejectedWork })
  expect(entry?.takenBackAt).toBeGreaterThanOrEqual(before)
  expect(entry?.nextAttemptAt).toBeLessThanOrEqual(Date.now())
})

test('while another tab compares, this one asks nothing and has nothing to send', async () => {
  const hasMore = await navigator.locks.request('veni-compare', compare)
  expect([hasMore, calls]).toEqual([false, []])
})

test('work is sent after a comparison although the losses that it named cannot be read', async () => {
  await compare()
  server.state.epoch = 'second'
  const failure = new Error('a damaged disk')
  vi.spyOn(sealing, 'findPublicKey')
    .mockResolvedValueOnce(keys.public_key)
    .mockRejectedValueOnce(failure)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(await compare()).toBe(true)
  expect(warn.mock.calls).toEqual([['Lost work not read', failure]])
})

const newLoss = (reportedAt: string): LostWork => ({
  is_this_phone: true,
  reported_at: reportedAt,
  items: [{ id: randomId(), kind: 'deal', customer_id: '7', photos: 0, at: reportedAt }],
})

const [older, newer] = [newLoss('2026-11-20T09:00:00.000Z'), newLoss('2026-11-21T09:00:00.000Z')]

/** Stores what the last reply of the server named. */
async function storeLosses(...lost: LostWork[]): Promise<void> {
  const rows = new SentRows(keys.public_key)
  await rows.readPhone()
  await rows.changePhone({ lost })
}

test('a loss is new until a dialog has shown it, and each later one is new again', async () => {
  await storeLosses(older)
  await readLostWork(owner)
  expect(lostWork.get()).toEqual({ owner, losses: [older], isNew: true })
  await readLostWork(owner, older)
  await readLostWork(owner)
  expect(lostWork.get()).toEqual({ owner, losses: [older], isNew: false })
  await storeLosses(older, newer)
  await readLostWork(owner)
  expect(lostWork.get()).toEqual({ owner, losses: [newer, older], isNew: true })
})

test('a comparison publishes that a runner has lost nothing, after one who has', async () => {
  await storeLosses(older)
  await readLostWork(owner)
  owner = signInRunner('2', 'Sita')
  keys = await newSealingKeys()
  storeSealingKey(owner, keys.public_key)
  await storeSenderSettings()
  await compare()
  expect(lostWork.get()).toEqual({ owner, losses: [], isNew: false })
})

test('a phone that has compared nothing yet shows no loss', async () => {
  await readLostWork(owner)
  expect(lostWork.get()).toEqual({ owner, losses: [], isNew: false })
})

test('for a runner without a key no loss is shown and nothing is stored', async () => {
  await storeLosses(older)
  await readLostWork(owner)
  const other = newPhone()
  const stored = await sentStorage.phones.getKeys()
  await readLostWork(other)
  expect(lostWork.get()).toEqual({ owner: other, losses: [], isNew: false })
  expect(await sentStorage.phones.getKeys()).toEqual(stored)
})
