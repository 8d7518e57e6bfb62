import { expect, test } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import { signInRunner } from '../../test/runner.ts'
import { appConfig } from '../app-config.ts'
import { endSession, owner, session } from '../state/session.ts'
import { keepSenderSettings, takeSenderSettings } from './sender-settings.ts'

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
  expect(await takeSenderSettings()).toBe(ofRunner)
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
  expect(await takeSenderSettings()).toBeUndefined()
})
