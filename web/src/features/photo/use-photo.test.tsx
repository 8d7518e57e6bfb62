import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { newSlowPhoto, renderSlot } from '../../../test/photo-slot.tsx'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { environment, provideEnvironment } from '../../lib/environment.ts'
import { uploadPhoto } from '../../outbox/page-outbox.ts'
import { findPhoto, newPhotoId, readPhoto } from '../../outbox/stores/photo-store.ts'
import { photoIdStart } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import { owner } from '../../state/session.ts'

let server: StandInServer
beforeEach(() => {
  signInRunner()
  server = startStandInServer()
  server.answer('POST /api/uploads', () => new Response('', { status: 503 }))
})

test('an older photo that is ready later does not replace the newer one, nor after a reload', async () => {
  let time = Date.now()
  const { randomBytes, sha256, gzip } = environment()
  onTestFinished(provideEnvironment({ randomBytes, sha256, gzip, now: () => (time += 1) }))
  const visit = newWeighedVisit()
  const { slot } = await renderSlot(visit)
  const older = await newSlowPhoto('older')
  const newer = await newPhoto('newer.png', 'newer')
  slot().pick(older.file)
  slot().pick(newer)
  await expect.poll(() => slot().photo?.sha256).toBe(await sha256Hex(await newer.arrayBuffer()))
  older.permit()
  const stored = async () => (await storage.photos.getAll()).map(({ sha256 }) => sha256)
  await expect.poll(stored).toContain(older.sha256)
  await expect.poll(() => server.calls('POST /api/uploads')).toHaveLength(2)
  expect(slot().photo?.sha256).toBe(await sha256Hex(await newer.arrayBuffer()))
  expect((await findPhoto(owner(), visit.id, 'packet'))?.id).toBe(slot().photo?.id)
})

test('when the runner removes a photo, the photos that it replaced are deleted too, also an unreadable one', async () => {
  const visit = newWeighedVisit()
  const { slot } = await renderSlot(visit)
  slot().pick(await newPhoto('first.png', 'first'))
  await expect.poll(() => slot().photo).toBeDefined()
  const first = slot().photo!
  slot().pick(await newPhoto('second.png', 'second'))
  await expect.poll(() => slot().photo?.id ?? first.id).not.toBe(first.id)
  await (await phoneDatabase()).put('photos', { damaged: true }, newPhotoId(visit.id, 'packet'))
  const stored = async () =>
    (await storage.photos.getKeys()).filter((id) => id.startsWith(photoIdStart(visit.id, 'packet')))
  expect(await stored()).toHaveLength(3)
  slot().remove?.()
  await expect.poll(stored).toEqual([])
  expect(slot()).toMatchObject({ photo: undefined, problem: undefined })
})

test('a photo that is removed while the phone prepares it does not come back, and a later one stays', async () => {
  const visit = newWeighedVisit()
  const { slot } = await renderSlot(visit)
  const removed = await newSlowPhoto('removed')
  slot().pick(removed.file)
  slot().remove?.()
  let time = Date.now()
  const { randomBytes, sha256, gzip } = environment()
  onTestFinished(provideEnvironment({ randomBytes, sha256, gzip, now: () => (time += 1) }))
  slot().pick(await newPhoto('later.png', 'later'))
  await expect.poll(() => slot().photo).toBeDefined()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const isOfVisit = (key: unknown): key is string =>
    typeof key === 'string' && key.startsWith(visit.id)
  const storedId = () => put.mock.calls.map(([, key]) => key).find(isOfVisit)
  removed.permit()
  await expect.poll(storedId).toBeDefined()
  const id = storedId() ?? ''
  await expect.poll(() => readPhoto(id)).toBeUndefined()
  expect((await findPhoto(owner(), visit.id, 'packet'))?.id).toBe(slot().photo?.id)
})

test('a deal takes no photo while the phone prepares the one that replaces it', async () => {
  const { slot } = await renderSlot()
  slot().pick(await newPhoto('blurred.png', 'blurred'))
  await expect.poll(() => slot().ready).toBeDefined()
  const blurred = slot().photo
  const better = await newSlowPhoto('better')
  slot().pick(better.file)
  await expect.poll(() => slot().isBusy).toBe(true)
  expect(slot()).toMatchObject({ photo: blurred, ready: undefined })
  better.permit()
  await expect.poll(() => slot().ready?.sha256).toBe(better.sha256)
})

test('a photo that the runner removes during its upload stays removed', async () => {
  let refuse = () => {}
  const refused = new Promise<Response>((resolve) => {
    refuse = () => resolve(new Response('', { status: 503 }))
  })
  server.answer('POST /api/uploads', () => refused)
  const { slot } = await renderSlot()
  slot().pick(await newPhoto())
  await expect.poll(() => server.calls('POST /api/uploads')).toHaveLength(1)
  await expect.poll(() => slot().photo).toBeDefined()
  const { id } = slot().photo!
  slot().remove?.()
  await expect.poll(() => slot().photo).toBeUndefined()
  await expect.poll(() => readPhoto(id)).toBeUndefined()
  refuse()
  // One upload of a photo at a time: this one follows the end of the other, whose screen then reads the photo.
  await uploadPhoto(id)
  for (let reads = 0; reads < 3; reads += 1) expect(await readPhoto(id)).toBeUndefined()
  expect(slot().photo).toBeUndefined()
})

test.each([
  ['is no photo', () => new File(['%PDF-1.7 a bill of the shop'], 'bill.pdf'), 'wrong-type'],
  [
    'the phone cannot store',
    () => {
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('The disk is full', 'QuotaExceededError')
      })
      return newPhoto('better.png', 'better')
    },
    'upload-failed',
  ],
] as const)(
  'a picked file that %s leaves the photo before it for the deal [R-7.066]',
  async (_, pickNext, problem) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { slot } = await renderSlot()
    slot().pick(await newPhoto('good.png', 'good'))
    await expect.poll(() => slot().ready).toBeDefined()
    const { sha256 } = slot().photo!
    slot().pick(await pickNext())
    await expect.poll(() => slot().problem).toBe(problem)
    expect(slot().ready?.sha256).toBe(sha256)
  },
)
