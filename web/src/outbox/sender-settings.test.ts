import { expect, test } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import { signInRunner } from '../../test/runner.ts'
import { appConfig } from '../app-config.ts'
import { endSession, owner, session } from '../state/session.ts'
import { adoptSenderSettings, storeSenderSettings, readSenderSettings } from './sender-settings.ts'

/** As the service worker does before each call. @returns whose work it may send */
async function ownerInWorker() {
  adoptSenderSettings(await readSenderSettings())
  return session.get() && owner()
}

test('a sender without a page reads the runner, the kind of session and the addresses of the services', async () => {
  await configureApp({
    apiBaseUrl: 'https://portal.example',
    imageHostUrl: 'https://images.example',
  })
  signInRunner('9', 'Sita')
  const [ofRunner, current] = [owner(), session.get()]
  await storeSenderSettings()
  // As in the service worker, which has neither storage nor page.
  session.set(undefined)
  await configureApp({})
  expect(await ownerInWorker()).toBe(ofRunner)
  expect(session.get()).toEqual(current)
  expect(appConfig()).toMatchObject({
    apiBaseUrl: 'https://portal.example',
    imageHostUrl: 'https://images.example',
  })
})

test('after a sign-out it reads no runner', async () => {
  signInRunner()
  await storeSenderSettings()
  endSession()
  await storeSenderSettings()
  expect(await ownerInWorker()).toBeUndefined()
})
