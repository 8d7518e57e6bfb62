import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { newPhoto } from '../../../test/fixtures/upload-calls.ts'
import { runOps, useOps } from '../../../test/setup/ops.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'

describe('an export of a customer whose photo cannot be written', () => {
  const server = useOps('embedded')
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-failed-export-'))
    await storeRunners(server.deps.db)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('says so in one sentence, and leaves nothing of the customer', async () => {
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(server.deps.db)
    const keys = [
      await storePhoto(server.deps, RAVI.id, await newPhoto()),
      await storePhoto(server.deps, RAVI.id, await newPhoto()),
    ]
    const [packet, receipt] = keys.map(photoUrl)
    const body = cashPaymentBody(id, { hair_photo_url: packet!, cash_receipt_url: receipt! })
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)

    const target = join(folder, 'export')
    const { photoStore } = server.deps
    const read = photoStore.get.bind(photoStore)
    const failures: unknown[] = []
    const note = (error: unknown) => void failures.push(error)
    process.on('unhandledRejection', note)
    // The name of the file is taken just before it is written.
    const get = vi.spyOn(photoStore, 'get').mockImplementation(async (key) => {
      mkdirSync(join(target, `${key.hash}.jpg`))
      return read(key)
    })
    const answer = await runOps(folder, server.env, ['customers', 'export', `${id}`, 'export'])
    process.off('unhandledRejection', note)
    expect(get).toHaveBeenCalledTimes(2)
    expect(answer).toEqual({
      code: 1,
      printed: [],
      errors: [`${target} cannot be written (EEXIST). Nothing was exported.`],
    })
    expect(failures).toEqual([])
    expect(existsSync(target)).toBe(false)
  })
})
