import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { newPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { newCashDeal } from '../../../test/deals.ts'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { environment, provideEnvironment } from '../../lib/environment.ts'
import { uploadPhoto } from '../../outbox/page-outbox.ts'
import { storeDeal } from '../../outbox/stores/deal-store.ts'
import { findPhoto, newPhotoId, readPhoto, storePhoto } from '../../outbox/stores/photo-store.ts'
import { photoIdStart } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import { owner } from '../../state/session.ts'
import { usePhoto, type PhotoSlot } from './use-photo.ts'

let server: StandInServer
beforeEach(() => {
  signInRunner()
  server = startStandInServer()
  server.answer('POST /api/uploads', () => new Response('', { status: 503 }))
})

/** @returns what the screen has of the packet photo now */
async function renderSlot(visit = newWeighedVisit()): Promise<() => PhotoSlot> {
  const shown: PhotoSlot[] = []
  function Slot() {
    shown.push(usePhoto(visit, 'packet'))
    return null
  }
  await render(<Slot />)
  return () => shown.at(-1)!
}

/** A photo that a slow phone has read only when the test permits it. */
async function newSlowPhoto(content: string) {
  const file = await newPhoto('slow.png', content)
  const read = file.arrayBuffer.bind(file)
  let permit = () => {}
  const permitted = new Promise<void>((resolve) => (permit = resolve))
  file.arrayBuffer = () => permitted.then(read)
  return { file, permit, sha256: await sha256Hex(await read()) }
}

test('an older photo that is ready later does not replace the newer one, nor after a reload', async () => {
  let time = Date.now()
  const { randomBytes, sha256, gzip } = environment()
  onTestFinished(provideEnvironment({ randomBytes, sha256, gzip, now: () => (time += 1) }))
  const visit = newWeighedVisit()
  const slot = await renderSlot(visit)
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

test('a photo that another one replaces is deleted, and none comes back when the runner removes that one', async () => {
  const visit = newWeighedVisit()
  const slot = await renderSlot(visit)
  slot().pick(await newPhoto('first.png', 'first'))
  await expect.poll(() => slot().photo).toBeDefined()
  const first = slot().photo!
  // A photo that the deletion has missed, such as after the end of the page.
  await storePhoto({ ...first, id: newPhotoId(visit.id, 'packet'), takenAt: first.takenAt - 1 })
  slot().pick(await newPhoto('second.png', 'second'))
  await expect.poll(() => slot().photo?.id).not.toBe(first.id)
  const stored = async () =>
    (await storage.photos.getAll(photoIdStart(visit.id, 'packet'))).map(({ id }) => id)
  await expect.poll(stored).toEqual([slot().photo?.id])
  expect(slot().problem).toBeUndefined()
  await storePhoto(first)
  slot().remove?.()
  await expect.poll(stored).toEqual([])
  expect(slot()).toMatchObject({ photo: undefined, problem: undefined })
})

test('the photo of a completed deal is not deleted when its screen is still there', async () => {
  const visit = newWeighedVisit()
  const slot = await renderSlot(visit)
  slot().pick(await newPhoto())
  await expect.poll(() => slot().isBusy || !slot().photo).toBe(false)
  const { id } = slot().photo!
  await storeDeal({ ...newCashDeal(), visitId: visit.id })
  slot().remove?.()
  await expect.poll(() => slot().photo).toBeUndefined()
  // A deletion would have come before these reads.
  for (let reads = 0; reads < 3; reads += 1) expect(await readPhoto(id)).toBeDefined()
})

test('a photo that the runner removes during its upload stays removed', async () => {
  let refuse = () => {}
  const refused = new Promise<Response>((resolve) => {
    refuse = () => resolve(new Response('', { status: 503 }))
  })
  server.answer('POST /api/uploads', () => refused)
  const slot = await renderSlot()
  slot().pick(await newPhoto())
  await expect.poll(() => server.calls('POST /api/uploads')).toHaveLength(1)
  const { id } = slot().photo!
  slot().remove?.()
  await expect.poll(() => slot().photo).toBeUndefined()
  refuse()
  // One upload of a photo at a time: this one follows the end of the other, whose screen then reads the photo.
  await uploadPhoto(id)
  for (let reads = 0; reads < 3; reads += 1) expect(await readPhoto(id)).toBeUndefined()
  expect(slot().photo).toBeUndefined()
})
