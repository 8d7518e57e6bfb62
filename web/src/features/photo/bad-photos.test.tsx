import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { storeBadPhoto } from '../../../test/bad-photo.ts'
import { newPhoto, PACKET, photoField, pickPhoto } from '../../../test/deal-visit.ts'
import { signInRunner } from '../../../test/runner.ts'
import { showScreen } from '../../../test/show-screen.tsx'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { takeUploads, type UploadServer } from '../../../test/upload-server.ts'
import { RefusedWork } from '../../components/outbox/refused-work.tsx'
import { sha256Hex } from '../../lib/bytes.ts'
import { randomId } from '../../lib/random-id.ts'
import { entries } from '../../outbox/entries.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { readEntry, storeEntry } from '../../outbox/stores/entry-store.ts'
import { readPhoto } from '../../outbox/stores/photo-store.ts'
import { endSession } from '../../state/session.ts'
import { storage } from '../../storage/phone-storage.ts'
import { BadPhotos } from './bad-photos.tsx'

let server: StandInServer
let uploads: UploadServer

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
  server = startStandInServer()
  uploads = takeUploads(server)
  server.answer('POST /api/work', json({ results: [{ outcome: 'recorded' }] }))
  return () => entries.set([])
})

async function show(entry: OutboxEntry): Promise<void> {
  entries.set([entry])
  const work = <RefusedWork renderPhotos={(one) => <BadPhotos entry={one} />} />
  await showScreen(work, '/profile')
}

test.each([
  ['photo-lost', 'A photo of this deal is no longer on this phone'],
  ['wrong-type', 'The office does not take a photo of this kind'],
])(
  'another photo in place of one that is bad (%s) is sent, and then nothing needs attention',
  async (code, sentence) => {
    const { entry } = await storeBadPhoto(code)
    await show(entry)
    await expect.element(page.getByText(sentence)).toBeVisible()
    const hint =
      'If you still can, take or choose another photo. The office sees that it came later.'
    await expect.element(photoField(PACKET)).toHaveTextContent(hint)
    const file = await newPhoto('packet.png', randomId())
    await pickPhoto(PACKET, file)
    await expect.element(photoField(PACKET)).not.toBeInTheDocument()
    await expect.poll(() => readEntry(entry.id)).toBeUndefined()

    const sha256 = await sha256Hex(await file.arrayBuffer())
    const url = `/api/images/${sha256}.png`
    expect([...uploads.photos.keys()]).toEqual([`${sha256}.png`])
    const photos = [{ role: 'packet', later: { reason: code, number: 1, url } }]
    expect(server.calls('POST /api/work')).toMatchObject([
      { body: { items: [{ id: entry.id, work: { photos }, photo_urls: { packet: url } }] } },
    ])
  },
)

test('a file that is no photo is refused, and the deal stays as it is', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  await show(entry)
  await pickPhoto(PACKET, new File(['%PDF-1.7 a bill of the shop'], 'bill.pdf'))
  await expect
    .element(photoField(PACKET).getByRole('alert'))
    .toHaveTextContent('Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.')
  expect(await readEntry(entry.id)).toEqual(entry)
  expect(await readPhoto(badId)).toBeDefined()
  expect(server.sent).toEqual([])
})

test('the runner is told when a photo replaces nothing, because the deal is sent again meanwhile', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  await show(entry)
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'digest').mockImplementationOnce(async (...args) => {
    await storeEntry({ ...entry, state: 'waiting' })
    return digest(...args)
  })
  await pickPhoto(PACKET)
  await expect
    .element(photoField(PACKET).getByRole('alert'))
    .toHaveTextContent('Failed to upload photo. Please try again.')
  const stored = await storage.photos.getAll(entry.visitId)
  expect(stored.map(({ id }) => id)).toEqual([badId])
})

test('a photo that is ready after its runner has signed out replaces nothing', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  await show(entry)
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...args) => {
    endSession()
    return digest(...args)
  })
  await pickPhoto(PACKET)
  await expect
    .element(photoField(PACKET).getByRole('alert'))
    .toHaveTextContent('Failed to upload photo. Please try again.')
  const stored = await storage.photos.getAll(entry.visitId)
  expect(stored.map(({ id }) => id)).toEqual([badId])
})

test('work whose photos are good has no field for a photo', async () => {
  const { entry } = await storeBadPhoto('wrong-type')
  await show({ ...entry, done: [] })
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  await expect.element(photoField(PACKET)).not.toBeInTheDocument()
})

test('the office with an older server is asked for its update', async () => {
  const { entry } = await storeBadPhoto('wrong-type')
  const refusal = { status: 400, code: 'bad-request', fields: ['version'] }
  await show({ ...entry, done: ['record', 'photos'], refusal })
  await expect
    .element(page.getByText("The office's server is too old for this. Ask for its update"))
    .toBeVisible()
})
