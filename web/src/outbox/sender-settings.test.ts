import { expect, test } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import { signInRunner } from '../../test/runner.ts'
import { appConfig } from '../app-config.ts'
import { endSession, owner, session } from '../state/session.ts'
import { adoptSenderSettings, keepSenderSettings, readSenderSettings } from './sender-settings.ts'

/** As the service worker does before each call. @returns whose work it may send */
async function ownerInWorker() {
  adoptSenderSettings(await readSenderSettings())
  return session.get() && owner()
}

test('a sender without a page knows the runner, how he is signed in and where the services are', async () => {
  await configureApp({
    apiBaseUrl: 'https://portal.example',
    imageHostUrl: 'https://images.example',
  })
  signInRunner('9', 'Sita')
  const [ofRunner, current] = [owner(), session.get()]
  await keepSenderSettings()
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

test('after a logout it has nobody to send for', async () => {
  signInRunner()
  await keepSenderSettings()
  endSession()
  await keepSenderSettings()
  expect(await ownerInWorker()).toBeUndefined()
})
