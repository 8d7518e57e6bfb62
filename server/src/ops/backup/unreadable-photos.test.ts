import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { newPhoto } from '../../../test/fixtures/upload-calls.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { openDatabase } from '../../db/open-database.ts'
import { photos } from '../../db/schema.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'

let folder = ''
let paths = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-unreadable-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const putFolder = (file: string) => mkdirSync(file)
const putLoop = (file: string) => symlinkSync(file, file)

describe.each(opsWays)('photos that are missing or that the disk cannot read, %s', (_way, kind) => {
  const server = useOps(kind)
  const ops = (...words: string[]) => runOps(folder, server.env, words)
  beforeAll(() => storeRunners(server.deps.db))

  /** Stores a deal with a photo. */
  async function newDeal() {
    const ravi = await server.signIn(RAVI.phone)
    const key = await storePhoto(server.deps, RAVI.id, await newPhoto())
    const { id } = await newCustomer(server.deps.db)
    const body = cashPaymentBody(id, { hair_photo_url: photoUrl(key) })
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    const { dataDir } = server.deps.config
    const file = join(dataDir, 'photos', key.hash.slice(0, 2), `${key.hash}.jpg`)
    return { customerId: id, hash: key.hash, invoiceId: body.invoice_id, file }
  }

  /** The photos that the restored server asks the phones for. */
  async function listLost(dataDir: string): Promise<string[]> {
    const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined })
    const rows = await db.select().from(photos).where(isNotNull(photos.lostAt))
    await close()
    return rows.map(({ hash }) => hash)
  }

  test.each([
    ['nothing', () => {}, 'missing'],
    ['a folder', putFolder, 'damaged'],
    ['a link to itself', putLoop, 'missing'],
  ])('such as %s, are named, and stop no other work', async (_what, put, state) => {
    const { hash, file, invoiceId, customerId } = await newDeal()
    await newDeal()
    rmSync(file)
    put(file)
    const backup = join(folder, `backup-${(paths += 1)}`)
    const made = await ops('backup', backup)
    expect(made.code).toBe(1)
    expect(made.errors).toEqual([
      `${hash}: the photo is missing or damaged at the server.`,
      expect.stringContaining('written without 1 photo of its rows'),
    ])
    expect(made.printed.at(-1)).toMatch(/^The backup .* has \d+ rows and \d+ photos?\.$/u)
    const env = { DATA_DIR: join(folder, `restored-${paths}`) }
    expect(await runOps(folder, env, ['restore', backup])).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('made without 1 photo of its rows')],
    })
    expect(await listLost(env.DATA_DIR)).toEqual([hash])
    expect(await ops('verify')).toMatchObject({
      code: 1,
      errors: [`${hash}: ${state}, in ${invoiceId}`],
    })
    const deals = await ops('deals', '--attention')
    expect(deals.errors).toEqual([])
    expect(deals.printed.join('\n')).toContain(invoiceId)
    const exported = await ops('customers', 'export', `${customerId}`, `export-${(paths += 1)}`)
    expect(exported.errors).toEqual([`${hash}.jpg is missing at the server.`])
    await ops('customers', 'erase', `${customerId}`, '--yes')
    const again = await ops('backup', join(folder, `backup-${(paths += 1)}`))
    expect(again).toMatchObject({ code: 0, errors: [] })
  })
})
