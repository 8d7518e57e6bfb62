import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as sentRows from './sent-rows.ts'

const sealed = { ephemeral: 'BG4W', iv: '3M/Q', bytes: new ArrayBuffer(1) }
const digest = { count: 0, xor: '0'.repeat(16) }
const phone: sentRows.PhoneRow = { id: 'p1', digest, beyond: digest }

/** The module as a page or worker loads it at its start. */
async function loadModule() {
  const address = `./sent-rows.ts?again=${crypto.randomUUID()}`
  return (await import(/* @vite-ignore */ address)) as typeof sentRows
}

let page = sentRows
beforeEach(async () => {
  page = await loadModule()
  for (const name of ['phones', 'confirmed', 'unconfirmed', 'entries', 'photos'] as const)
    await page.sentStorage[name].deleteFrom('')
})
afterEach(() => page.sentStorage.close())

test('the digest of a work has the work and each of its photos', () => {
  const [hash, one, other] = ['1', '2', '8'].map((digit) => digit.repeat(64))
  expect(page.digestOf({ hash: hash!, photos: [] })).toEqual({ count: 1, xor: '1'.repeat(16) })
  const photos = [one, other].map((sha256) => ({ id: 'p', sha256: sha256! }))
  expect(page.digestOf({ hash: hash!, photos })).toEqual({ count: 3, xor: 'b'.repeat(16) })
})

test('everything that is stored about a runner and a work is read again', async () => {
  const full: sentRows.PhoneRow = {
    ...phone,
    epoch: 'first',
    compared: { epoch: 'first', sentAt: 1, id: 'e1', gap: digest, isWhole: true },
    lacksPhotos: false,
    latestCreatedAt: 2,
    cleanedAt: 3,
    lost: [{ is_this_phone: true, reported_at: '2026-11-21T04:00:00.000Z', items: [] }],
    lossShown: '2026-11-21T04:00:00.000Z',
  }
  const work = {
    id: 'e1',
    visitId: 'v1',
    hash: 'ab',
    photos: [{ id: 'v1.packet.1', sha256: 'cd' }],
    sentAt: 1,
    confirmedAt: 2,
  }
  await page.sentStorage.write([
    { collection: 'phones', key: 'key|', row: full },
    { collection: 'unconfirmed', key: 'key|e1', row: work },
    { collection: 'confirmed', key: 'key|e2', row: work },
    { collection: 'entries', key: 'key|e1', row: sealed },
    { collection: 'photos', key: 'key|v1.packet.1', row: sealed },
  ])
  expect(await page.sentStorage.phones.get('key|')).toEqual(full)
  expect(await page.sentStorage.unconfirmed.getAll()).toEqual([work])
  expect(await page.sentStorage.confirmed.getAll()).toEqual([work])
  expect(await page.sentStorage.entries.getAll()).toEqual([sealed])
  expect(await page.sentStorage.photos.getAll()).toEqual([sealed])
})

test('a full phone deletes no sealed photo while lost work is put back, also when that fails', async () => {
  await page.sentStorage.photos.put('key|v1.packet.1', sealed)
  await page.sentStorage.phones.put('key|', phone)
  let fail = (_error: Error) => {}
  const failing = page.whileNeeded(() => new Promise((_, reject) => (fail = reject)))
  await page.whileNeeded(page.deleteSentPhotos)
  await page.deleteSentPhotos()
  expect(await page.sentStorage.photos.getKeys()).toHaveLength(1)
  expect(await page.sentStorage.phones.get('key|')).toEqual(phone)
  fail(new Error('no network'))
  await expect(failing).rejects.toThrow('no network')
  await page.deleteSentPhotos()
  expect(await page.sentStorage.photos.getKeys()).toEqual([])
  expect(await page.sentStorage.phones.get('key|')).toEqual({ ...phone, lacksPhotos: true })
})

test('a full phone without a sealed photo lacks none', async () => {
  await page.sentStorage.phones.put('key|', phone)
  await page.deleteSentPhotos()
  expect(await page.sentStorage.phones.get('key|')).toEqual(phone)
})

test('only the named runners are noted as lacking photos', async () => {
  await page.sentStorage.phones.put('key|', phone)
  await page.sentStorage.phones.put('other|', phone)
  await page.noteLackingPhotos('key|')
  expect(await page.sentStorage.phones.get('key|')).toEqual({ ...phone, lacksPhotos: true })
  expect(await page.sentStorage.phones.get('other|')).toEqual(phone)
})

test('a phone that is too full to note it goes on, and reports it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const full = new DOMException('full', 'QuotaExceededError')
  await page.sentStorage.phones.put('key|', phone)
  vi.spyOn(page.sentStorage.phones, 'change').mockRejectedValue(full)
  await page.noteLackingPhotos('')
  expect(warn).toHaveBeenCalledWith(expect.any(String), full)
})

test('the database has the name that old phones have, too', async () => {
  await page.sentStorage.phones.has('none')
  const databases = await indexedDB.databases()
  expect(databases.map(({ name }) => name)).toContain('veni-sent-work')
})
