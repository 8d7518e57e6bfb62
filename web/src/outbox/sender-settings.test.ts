import { toPhoneKey } from '@veni/domain/runner'
import { afterEach, expect, test, vi } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import { signInRunner } from '../../test/runner.ts'
import { appConfig } from '../app-config.ts'
import { storeSealingKey } from '../state/sealing-keys.ts'
import { endSession, owner, session, startSession } from '../state/session.ts'
import { storage } from '../storage/phone-storage.ts'
import {
  adoptSenderSettings,
  readSenderSettings,
  storeMissingSettings,
  storeSenderSettings,
} from './sender-settings.ts'

afterEach(() => vi.restoreAllMocks())

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

test('the settings have the key that seals sent work only when the runner signed in at our server', async () => {
  const phone = signInRunner('9', 'Sita')
  storeSealingKey(owner(), 'key')
  await storeSenderSettings()
  expect(await readSenderSettings()).toHaveProperty('publicKey', 'key')
  // The same runner signs in at a plain portal.
  startSession(phone, undefined)
  await storeSenderSettings()
  expect(await readSenderSettings()).not.toHaveProperty('publicKey')
})

test('after a sign-out it reads no runner', async () => {
  signInRunner()
  await storeSenderSettings()
  endSession()
  await storeSenderSettings()
  expect(await ownerInWorker()).toBeUndefined()
})

test('settings that a full phone did not store are stored with the next pass', async () => {
  signInRunner('9', 'Sita')
  await storeSenderSettings()
  signInRunner('10', 'Ravi')
  const full = vi
    .spyOn(storage, 'write')
    .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  await expect(storeSenderSettings()).rejects.toThrow('full')
  const ofRunner = owner()
  await storeMissingSettings()
  expect(toPhoneKey((await readSenderSettings())!.session.phone)).toBe(ofRunner)
  const writes = full.mock.calls.length
  await storeMissingSettings()
  expect(full).toHaveBeenCalledTimes(writes)
})

test('an earlier success does not hide that the latest settings were not stored', async () => {
  const write = storage.write.bind(storage)
  let store = () => {}
  const later = new Promise<void>((resolve) => (store = resolve))
  vi.spyOn(storage, 'write')
    .mockImplementationOnce((rows) => later.then(() => write(rows)))
    .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  signInRunner('9', 'Sita')
  const first = storeSenderSettings()
  signInRunner('10', 'Ravi')
  await expect(storeSenderSettings()).rejects.toThrow('full')
  store()
  await first
  await storeMissingSettings()
  expect(toPhoneKey((await readSenderSettings())!.session.phone)).toBe(owner())
})

test('a phone that stays full does not stop the pass, and is reported', async () => {
  signInRunner()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const full = new DOMException('full', 'QuotaExceededError')
  vi.spyOn(storage, 'write').mockRejectedValue(full)
  await expect(storeSenderSettings()).rejects.toThrow('full')
  await expect(storeMissingSettings()).resolves.toBeUndefined()
  expect(warn.mock.calls).toEqual([['Settings not stored', full]])
})
