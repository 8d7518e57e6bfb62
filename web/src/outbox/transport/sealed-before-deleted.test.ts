import { expect, test } from 'vitest'
import { signInRunner } from '../../../test/runner.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { takeUploads } from '../../../test/upload-server.ts'
import { callApi, callThirdParty, request } from '../../api/client.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { randomId } from '../../lib/random-id.ts'
import { owner } from '../../state/session.ts'
import { newPhotoId, readPhoto, storePhoto, type StoredPhoto } from '../stores/photo-store.ts'
import { createPhotoTransport } from './photo-transport.ts'

test('the bytes of a photo leave the phone only when their sealed copy is on the disk', async () => {
  signInRunner()
  const uploads = takeUploads(startStandInServer())
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer
  const visitId = randomId()
  const photo: StoredPhoto = {
    id: newPhotoId(visitId, 'packet'),
    owner: owner(),
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes,
    sha256: await sha256Hex(bytes),
    takenAt: 1,
  }
  await storePhoto(photo)
  const sealed: StoredPhoto[] = []
  let isDiskFull = true
  const { handOverPhoto } = createPhotoTransport({
    callApi,
    callThirdParty,
    request,
    lockPhoto: (_id, upload) => upload(),
    async storeSentPhoto(sent) {
      await readPhoto(photo.id)
      if (isDiskFull) throw new Error('full')
      sealed.push(sent)
    },
  })
  await expect(handOverPhoto(photo.id, { url: '' })).rejects.toThrow('full')
  expect(uploads.photos.size).toBe(1)
  expect((await readPhoto(photo.id))?.bytes).toEqual(bytes)
  isDiskFull = false
  await handOverPhoto(photo.id, { url: '' })
  expect(sealed.map((one) => one.bytes)).toEqual([bytes])
  expect((await readPhoto(photo.id))?.bytes).toBeUndefined()
})
