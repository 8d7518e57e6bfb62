import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { newPhoto } from '../../../test/fixtures/upload-calls.ts'
import { runOps, useOps } from '../../../test/setup/ops.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'

describe('an export of a customer', () => {
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

  /** @returns the id of a customer with two photos */
  async function newPhotographed(): Promise<number> {
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(server.deps.db)
    const keys = [
      await storePhoto(server.deps, RAVI.id, await newPhoto()),
      await storePhoto(server.deps, RAVI.id, await newPhoto()),
    ]
    const [packet, receipt] = keys.map(photoUrl)
    const body = cashPaymentBody(id, { hair_photo_url: packet!, cash_receipt_url: receipt! })
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    return id
  }

  /** @param act called before the server reads a photo, with the names in the folder of the exports */
  function beforeEachPhoto(act: (names: readonly string[], hash: string) => void) {
    const { photoStore } = server.deps
    const read = photoStore.get.bind(photoStore)
    return vi.spyOn(photoStore, 'get').mockImplementation(async (key) => {
      act(readdirSync(folder), key.hash)
      return read(key)
    })
  }

  test('gives the folder its name when it is complete', async () => {
    const id = await newPhotographed()
    const seen: (readonly string[])[] = []
    beforeEachPhoto((names) => void seen.push(names))
    const answer = await runOps(folder, server.env, ['customers', 'export', `${id}`, 'whole'])
    expect(answer.code).toBe(0)
    expect(seen).toEqual([['whole.partial'], ['whole.partial']])
    expect(readdirSync(folder)).toEqual(['whole'])
    expect(readdirSync(join(folder, 'whole'))).toHaveLength(3)
    rmSync(join(folder, 'whole'), { recursive: true })
  })

  test('replaces no folder with files that got its name meanwhile', async () => {
    const id = await newPhotographed()
    const target = join(folder, 'export')
    beforeEachPhoto(() => mkdirSync(join(target, 'of somebody else'), { recursive: true }))
    const answer = await runOps(folder, server.env, ['customers', 'export', `${id}`, 'export'])
    expect(answer).toEqual({
      code: 1,
      printed: [],
      errors: [`The export cannot be written to ${target} (ENOTEMPTY).`],
    })
    expect(readdirSync(folder)).toEqual(['export'])
    expect(readdirSync(target)).toEqual(['of somebody else'])
    rmSync(target, { recursive: true })
  })

  test('names what an interrupted one has left', async () => {
    const id = await newPhotographed()
    mkdirSync(join(folder, 'export.partial'))
    const answer = await runOps(folder, server.env, ['customers', 'export', `${id}`, 'export'])
    const left = join(folder, 'export.partial')
    expect(answer).toEqual({
      code: 1,
      printed: [],
      errors: [
        `${left} is there: another export runs, or was interrupted; delete it if none runs.`,
      ],
    })
    expect(readdirSync(folder)).toEqual(['export.partial'])
    rmSync(left, { recursive: true })
  })

  test('whose photo cannot be written says so in one sentence, and leaves nothing of the customer', async () => {
    const id = await newPhotographed()
    const failures: unknown[] = []
    const note = (error: unknown) => void failures.push(error)
    process.on('unhandledRejection', note)
    // The name of the file is taken just before it is written.
    const get = beforeEachPhoto(([partial = ''], hash) =>
      mkdirSync(join(folder, partial, `${hash}.jpg`)),
    )
    const answer = await runOps(folder, server.env, ['customers', 'export', `${id}`, 'export'])
    process.off('unhandledRejection', note)
    expect(get).toHaveBeenCalledTimes(2)
    expect(answer).toEqual({
      code: 1,
      printed: [],
      errors: [`The export cannot be written to ${join(folder, 'export')} (EEXIST).`],
    })
    expect(failures).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})
