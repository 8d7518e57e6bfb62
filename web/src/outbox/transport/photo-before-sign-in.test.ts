import { expect, test } from 'vitest'
import { signInRunner } from '../../../test/runner.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { takeUploads } from '../../../test/upload-server.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { randomId } from '../../lib/random-id.ts'
import { storeSealingKey } from '../../state/sealing-keys.ts'
import { owner } from '../../state/session.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { photos } from '../phone-deps.ts'
import { storeSenderSettings } from '../sender-settings.ts'
import { newPhotoId, readPhoto, storePhoto } from '../stores/photo-store.ts'

test.each([
  ['with the sign-in of its runner', () => owner()],
  ['before the sign-in of its runner', () => ''],
])('a photo that was taken %s leaves the phone only sealed', async (_when, takenBy) => {
  signInRunner()
  const { public_key: publicKey } = await newSealingKeys()
  storeSealingKey(owner(), publicKey)
  await storeSenderSettings()
  takeUploads(startStandInServer())
  const bytes = new TextEncoder().encode(`\u00ff\u00d8\u00ff${randomId()}`).buffer
  const visitId = randomId()
  const id = newPhotoId(visitId, 'packet')
  await storePhoto({
    id,
    owner: takenBy(),
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes,
    sha256: await sha256Hex(bytes),
    takenAt: 1,
  })
  await photos.handOverPhoto(id, { url: '', owner: owner() })
  expect((await readPhoto(id))?.bytes).toBeUndefined()
  expect(await sentStorage.photos.getKeys()).toContain(`${publicKey}|${id}`)
})
