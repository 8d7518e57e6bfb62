import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInRunner } from '../../../test/runner.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { showScreen } from '../../../test/show-screen.tsx'
import { newPhone } from '../../outbox/reconciliation/sent-rows-of.ts'
import { storeSenderSettings } from '../../outbox/sender-settings.ts'
import { storeSealingKey } from '../../state/sealing-keys.ts'
import { owner } from '../../state/session.ts'
import { deleteSentPhotos, sentStorage } from '../../storage/sealed/sent-rows.ts'
import { SentPhotosNotice } from './sent-photos-notice.tsx'

test('the profile says that a full phone has deleted photos that the office has', async () => {
  signInRunner()
  const { public_key: publicKey } = await newSealingKeys()
  storeSealingKey(owner(), publicKey)
  await storeSenderSettings()
  await sentStorage.phones.put(`${publicKey}|`, newPhone())
  const photo = { ephemeral: '', iv: '', bytes: new ArrayBuffer(1) }
  await sentStorage.photos.put(`${publicKey}|photo`, photo)
  await deleteSentPhotos()
  await showScreen(<SentPhotosNotice />, '/profile')
  await expect
    .element(page.getByText(/it has deleted photos that the office has received/))
    .toBeVisible()
})
