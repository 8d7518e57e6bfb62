import { expect, test } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import { signInRunner } from '../../test/runner.ts'
import { appConfig } from '../app-config.ts'
import { endSession, owner, session } from '../state/session.ts'
import { adoptSenderSettings, storeSenderSettings, readSenderSettings } from './sender-settings.ts'

/** Reads the settings, as the service worker does before each call. @returns the runner whose work it may send */
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
  // The service worker has neither web storage nor a page.
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
