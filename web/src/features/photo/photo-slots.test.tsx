import type { Visit } from '@veni/domain/visit'
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { newPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { newSlowPhoto, renderSlot } from '../../../test/photo-slot.tsx'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { endSession, startSession } from '../../state/session.ts'
import { photoIdStart } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import { photoSlot } from './photo-slots.ts'

const UPLOAD = 'POST /api/uploads'

let server: StandInServer
let phone: string
let warn: MockInstance<typeof console.warn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  phone = signInRunner()
  server = startStandInServer()
  server.answer(UPLOAD, () => new Response('', { status: 503 }))
})

/** The runner has taken a photo and left the screen while the phone prepares the one that replaces it. */
async function leaveWhilePreparing(visit: Visit) {
  const { slot, leave } = await renderSlot(visit)
  slot().pick(await newPhoto('blurred.png', 'blurred'))
  await expect.poll(() => slot().ready).toBeDefined()
  const blurred = slot().photo!.sha256
  const better = await newSlowPhoto('better')
  slot().pick(better.file)
  await expect.poll(() => slot().isBusy).toBe(true)
  await leave()
  return { ...better, blurred }
}

test('a deal takes no photo while the phone prepares the one that replaces it, also after the runner has left the screen and come back [R-7.066]', async () => {
  const visit = newWeighedVisit()
  const { blurred, permit, sha256 } = await leaveWhilePreparing(visit)
  const { slot } = await renderSlot(visit)
  await expect.poll(() => slot().photo?.sha256).toBe(blurred)
  expect(slot()).toMatchObject({ isBusy: true, ready: undefined })
  permit()
  await expect.poll(() => slot().ready?.sha256).toBe(sha256)
  expect(slot()).toMatchObject({ isBusy: false, problem: undefined })
})

test('a photo that was stored while its screen was closed is shown by the next screen [R-7.066]', async () => {
  const visit = newWeighedVisit()
  const { permit, sha256 } = await leaveWhilePreparing(visit)
  const inMemory = () => photoSlot(photoIdStart(visit.id, 'packet')).get().photo
  expect(inMemory()).toBeUndefined()
  permit()
  await expect.poll(() => server.calls(UPLOAD)).toHaveLength(2)
  // No screen would ever free it.
  expect(inMemory()).toBeUndefined()
  const { slot } = await renderSlot(visit)
  await expect.poll(() => slot().ready?.sha256).toBe(sha256)
})

test('while the phone prepares a photo, the deals of other visits and the photo of the other role are not affected', async () => {
  const visit = newWeighedVisit()
  const { permit, sha256 } = await leaveWhilePreparing(visit)
  for (const other of [
    await renderSlot(newWeighedVisit('27'), 'packet'),
    await renderSlot(visit, 'receipt'),
  ]) {
    other.slot().pick(await newPhoto('other.png', 'other'))
    await expect.poll(() => other.slot().ready).toBeDefined()
  }
  const { slot } = await renderSlot(visit)
  expect(slot().isBusy).toBe(true)
  permit()
  await expect.poll(() => slot().ready?.sha256).toBe(sha256)
})

test('when the phone fails to prepare a photo after its screen was closed, the next screen shows this, and a deal takes the photo before it', async () => {
  const visit = newWeighedVisit()
  const { blurred, fail } = await leaveWhilePreparing(visit)
  const { slot } = await renderSlot(visit)
  expect(slot().isBusy).toBe(true)
  fail()
  await expect.poll(() => slot().ready?.sha256).toBe(blurred)
  expect(slot()).toMatchObject({ isBusy: false, problem: 'upload-failed' })
})

test('a photo that the phone prepares while its runner signs out is given up, and holds up no later deal', async () => {
  const visit = newWeighedVisit()
  const { blurred, permit } = await leaveWhilePreparing(visit)
  endSession()
  permit()
  await expect.poll(() => warn.mock.calls).toContainEqual(['Photo not stored', expect.anything()])
  startSession(phone, { id: '1', name: 'Ravi Kumar' })
  const { slot } = await renderSlot(visit)
  await expect.poll(() => slot().ready?.sha256).toBe(blurred)
})

test('a photo that the phone still prepares when the same runner has signed in again is shown and taken', async () => {
  const visit = newWeighedVisit()
  const { permit, sha256 } = await leaveWhilePreparing(visit)
  endSession()
  startSession(phone, { id: '1', name: 'Ravi Kumar' })
  const { slot } = await renderSlot(visit)
  expect(slot()).toMatchObject({ isBusy: true, ready: undefined })
  permit()
  await expect.poll(() => slot().ready?.sha256).toBe(sha256)
})

test('a photo that the runner removes on another screen, while the phone prepares it, is not stored', async () => {
  const visit = newWeighedVisit()
  const { blurred, permit } = await leaveWhilePreparing(visit)
  const { slot } = await renderSlot(visit)
  await expect.poll(() => slot().photo?.sha256).toBe(blurred)
  slot().remove?.()
  await expect.poll(slot).toMatchObject({ photo: undefined, isBusy: false })
  const stored = () => storage.photos.getAll(visit.id)
  await expect.poll(stored).toEqual([])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  permit()
  const isOfVisit = (key: unknown) => typeof key === 'string' && key.startsWith(visit.id)
  await expect.poll(() => put.mock.calls.map(([, key]) => key).some(isOfVisit)).toBe(true)
  await expect.poll(stored).toEqual([])
  expect(slot().photo).toBeUndefined()
})

test('a deal takes the newer of two photos while the phone still prepares the older one', async () => {
  const { slot } = await renderSlot()
  const older = await newSlowPhoto('older')
  slot().pick(older.file)
  const newer = await newSlowPhoto('newer')
  slot().pick(newer.file)
  newer.permit()
  await expect.poll(() => slot().ready?.sha256).toBe(newer.sha256)
  expect(slot().isBusy).toBe(false)
  older.permit()
  await expect.poll(() => server.calls(UPLOAD)).toHaveLength(2)
  expect(slot()).toMatchObject({ ready: { sha256: newer.sha256 }, isBusy: false })
})
