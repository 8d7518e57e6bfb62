import { MAX_PHOTO_BYTES, type PhotoRole } from '@veni/domain/photo'
import type { Visit } from '@veni/domain/visit'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  storePacketPhoto,
  newPhoto,
  newWeighedVisit,
  PACKET,
  photoField,
  photoShown,
  pickPhoto,
  RECEIPT,
} from '../../../test/deal-visit.ts'
import { configureApp } from '../../../test/app-config.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { takeUploads } from '../../../test/upload-server.ts'
import { randomId } from '../../lib/random-id.ts'
import { discardPhoto, findPhoto } from '../../outbox/stores/photo-store.ts'
import { endSession, owner } from '../../state/session.ts'
import { storage } from '../../storage/phone-storage.ts'
import { PhotoField } from './photo-field.tsx'
import { usePhoto } from './use-photo.ts'

const UPLOAD = 'POST /api/uploads'
const labels = { packet: PACKET, receipt: RECEIPT } as const

let server: StandInServer
let visit: Visit

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
  server = startStandInServer()
  visit = newWeighedVisit()
})

function VisitPhoto({ role }: { role: PhotoRole }) {
  return <PhotoField kind={role} slot={usePhoto(visit, role)} missing={undefined} />
}

const open = (role: PhotoRole = 'packet') => render(<VisitPhoto role={role} />)
const stored = (role: PhotoRole = 'packet') => findPhoto(owner(), visit.id, role)

/** A file that starts like a JPEG, but that no browser can decode. */
function undecodable(size: number): File {
  const bytes = new Uint8Array(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return new File([bytes], 'IMG_0001.jpg', { type: 'image/jpeg' })
}

test.each([
  [
    '5 MB and a byte',
    undecodable(MAX_PHOTO_BYTES + 1),
    'File size too large. Maximum 5MB allowed.',
  ],
  [
    'a document',
    new File(['%PDF-1.7 a bill of the shop'], 'bill.pdf'),
    'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
  ],
  ['an empty file', new File([], 'packet.jpg'), 'No file provided'],
])(
  '%s is refused with the specified sentence and not stored [R-5.050, R-5.051, R-5.052]',
  async (_case, file, sentence) => {
    await open()
    await pickPhoto(PACKET, file)
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
    expect(await stored()).toBeUndefined()
    expect(server.sent).toEqual([])
  },
)

test('a photo of exactly 5 MB is accepted [R-5.050]', async () => {
  await open()
  await pickPhoto(PACKET, undecodable(MAX_PHOTO_BYTES))
  await expect.poll(() => server.calls(UPLOAD)).toHaveLength(1)
  expect((await stored())?.bytes?.byteLength).toBe(MAX_PHOTO_BYTES)
  expect(page.getByRole('alert').elements()).toEqual([])
})

test.each([
  ['packet', 400, 'Failed to upload photo. Please try again.'],
  ['packet', 415, 'Failed to upload photo. Please try again.'],
  ['receipt', 413, 'Failed to upload receipt. Please try again.'],
  ['receipt', 422, 'Failed to upload receipt. Please try again.'],
] as const)(
  'a %s that the host refuses with %i shows an error and is not stored [R-8.070, R-8.071]',
  async (role, status, sentence) => {
    await configureApp({ imageHostUrl: 'https://images.example/upload' })
    server.answer('POST /upload', json({}, status))
    await open(role)
    await pickPhoto(labels[role])
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
    expect(photoShown(labels[role]).elements()).toEqual([])
    expect(await stored(role)).toBeUndefined()
  },
)

test('a photo that is ready after its runner has signed out is not stored [R-7.051]', async () => {
  await open()
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...args) => {
    endSession()
    return digest(...args)
  })
  await pickPhoto(PACKET)
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to upload photo. Please try again.')
  expect(await storage.photos.getAll(visit.id)).toEqual([])
})

test('a photo that the phone cannot store shows the same error as a refused photo [R-8.070]', async () => {
  await open()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await pickPhoto(PACKET)
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to upload photo. Please try again.')
  expect(photoShown(PACKET).elements()).toEqual([])
})

test.each([
  ['cannot be reached', noNetwork()],
  ['is down', json({}, 503)],
  ['answers with a page', new Response('<html>Sign in to WiFi</html>')],
])(
  'if the host %s, a photo is stored and shown, also after a reload [R-7.020]',
  async (_case, answer) => {
    server.answer(UPLOAD, answer)
    const shown = await open()
    await pickPhoto(PACKET)
    await expect.element(photoShown(PACKET)).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    await expect
      .element(photoField(PACKET))
      .toHaveTextContent('Kept on this phone. It is sent when there is network.')
    await expect.poll(() => server.calls(UPLOAD)).toHaveLength(1)
    expect((await stored())?.url).toBeUndefined()
    expect(page.getByRole('alert').elements()).toEqual([])
    await shown.unmount()
    await open()
    await expect.element(photoShown(PACKET)).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  },
)

/** The disk stores the row without the bytes of its photo. */
function loseBytes(): void {
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')
    ?.value as IDBObjectStore['put']
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    row: { readonly bytes: ArrayBuffer },
    key,
  ) {
    return put.call(this, { ...row, bytes: new ArrayBuffer(row.bytes.byteLength) }, key)
  })
}

test('a photo is shown as stored only if the phone reads back the same bytes', async () => {
  loseBytes()
  await open()
  await pickPhoto(PACKET)
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to upload photo. Please try again.')
  expect(photoShown(PACKET).elements()).toEqual([])
  expect(server.sent).toEqual([])
})

test("another customer's photo shows a warning, also after a reload, and is accepted", async () => {
  takeUploads(server)
  const warning = photoField(PACKET).getByRole('status')
  // No other test has this photo, because a photo of another customer would change the warning.
  const file = await newPhoto('packet.png', randomId())
  const first = await open()
  await pickPhoto(PACKET, file)
  await expect.element(photoField(PACKET)).toHaveTextContent('Photo received by the office')
  await expect.element(warning).toHaveTextContent(/^$/)
  await first.unmount()

  visit = newWeighedVisit('27')
  const second = await open()
  await pickPhoto(PACKET, file)
  await expect
    .element(warning)
    .toHaveTextContent('This photo was used before, for another customer.')
  await expect.element(photoField(PACKET)).toHaveTextContent('Photo received by the office')
  expect(page.getByRole('alert').elements()).toEqual([])
  await second.unmount()
  await open()
  await expect
    .element(warning)
    .toHaveTextContent('This photo was used before, for another customer.')
})

test('a photo that is discarded while it is shown disappears with an error', async () => {
  const photo = await storePacketPhoto(visit.id)
  await open()
  await expect.element(photoShown(PACKET)).toBeVisible()
  await discardPhoto(photo)
  await expect.element(page.getByText('Failed to upload photo. Please try again.')).toBeVisible()
  expect(photoShown(PACKET).query()).toBeNull()
})
