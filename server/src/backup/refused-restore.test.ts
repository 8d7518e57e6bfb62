import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyPostgres } from '../../test/setup/databases.ts'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { runOps, useOps } from '../../test/setup/ops.ts'
import { hashOf, photoUrl, storePhoto } from '../photos/service.ts'

describe('a restore that is refused', () => {
  const server = useOps('embedded')
  let folder = ''
  let backup = ''
  let photo = ''
  let paths = 0
  const newPath = (name: string) => join(folder, `${name}-${(paths += 1)}`)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-refused-'))
    await storeRunners(server.deps.db)
    const ravi = await server.signIn(RAVI.phone)
    const key = await storePhoto(server.deps, RAVI.id, await newPhoto())
    photo = join('photos', key.hash.slice(0, 2), `${key.hash}.jpg`)
    const { id } = await newCustomer(server.deps.db)
    const body = cashPaymentBody(id, { hair_photo_url: photoUrl(key) })
    await ravi.send('POST', '/api/cash-payments', body)
    backup = newPath('backup')
    await runOps(folder, server.env, ['backup', backup])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const restore = (env: NodeJS.ProcessEnv, from: string) => runOps(folder, env, ['restore', from])

  test('because photos cannot be written leaves PostgreSQL empty, and can be repeated', async () => {
    const env = { DATA_DIR: newPath('data'), DATABASE_URL: await createEmptyPostgres() }
    const inTheWay = join(env.DATA_DIR, 'photos')
    mkdirSync(env.DATA_DIR)
    writeFileSync(inTheWay, 'no folder')
    expect(await restore(env, backup)).toMatchObject({
      code: 1,
      errors: [`${photo} cannot be copied (ENOTDIR). No row was restored: run the command again.`],
    })
    rmSync(inTheWay)
    expect(await restore(env, backup)).toMatchObject({ code: 0, errors: [] })
    expect(await runOps(folder, env, ['verify'])).toMatchObject({
      printed: ['1 photo: 0 missing, 0 damaged.'],
    })
  })

  /** Replaces the manifest, and its hash in the list. */
  function setManifest(copy: string, text: string): void {
    const list = join(copy, 'SHA256SUMS')
    writeFileSync(join(copy, 'manifest.json'), text)
    const line = /^.{64}(?= {2}manifest\.json$)/mu
    writeFileSync(list, readFileSync(list, 'utf8').replace(line, hashOf(Buffer.from(text))))
  }
  type Tables = { tables: { name: string }[] }
  function withTables(change: (tables: Tables['tables']) => Tables['tables']) {
    return (copy: string) => {
      const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Tables
      setManifest(copy, JSON.stringify({ ...manifest, tables: change(manifest.tables) }))
    }
  }
  function replace(name: () => string, put: (file: string) => unknown) {
    return (copy: string) => {
      rmSync(join(copy, name()))
      put(join(copy, name()))
    }
  }
  const products = () => 'tables/products.jsonl'
  /** Replaces a table, and its hash in the list. */
  function setTable(copy: string, name: string, text: string): void {
    const list = join(copy, 'SHA256SUMS')
    writeFileSync(join(copy, 'tables', `${name}.jsonl`), text)
    const line = new RegExp(`^.{64}(?= {2}tables/${name}\\.jsonl$)`, 'mu')
    writeFileSync(list, readFileSync(list, 'utf8').replace(line, hashOf(Buffer.from(text))))
  }
  function nest(copy: string): void {
    const rows = readFileSync(join(copy, 'tables/cash_payments.jsonl'), 'utf8')
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    setTable(copy, 'cash_payments', `${rows}{"invoice_id":"deep","items":${deep}}\n`)
  }
  /** It has no end, as a pipe. */
  const putDevice = (file: string) => symlinkSync('/dev/zero', file)

  test.each([
    [
      'half a manifest',
      (copy: string) => setManifest(copy, '{'),
      'manifest.json: This is no JSON text.',
    ],
    ['no manifest in JSON', (copy: string) => setManifest(copy, 'null'), 'manifest.json: '],
    [
      'a manifest without a table',
      withTables((tables) => tables.filter(({ name }) => name !== 'cash_payments')),
      'is no whole backup: it has no table cash_payments.',
    ],
    [
      'a manifest with a table twice',
      withTables((tables) => [...tables, ...tables.slice(0, 1)]),
      'is no whole backup: it names a table twice.',
    ],
    ['a device as a table', replace(products, putDevice), 'products.jsonl is not a file.'],
    ['a device as its list', replace(() => 'SHA256SUMS', putDevice), 'SHA256SUMS is not a file.'],
    [
      'a row of many levels',
      nest,
      'tables/cash_payments.jsonl has more than 100 levels of nested JSON.',
    ],
    ['a device as a photo', replace(() => photo, putDevice), '.jpg is not a file.'],
  ])('because the backup has %s says so in one sentence', async (_what, change, sentence) => {
    const copy = newPath('copy')
    cpSync(backup, copy, { recursive: true })
    change(copy)
    const env = { DATA_DIR: newPath('data') }
    const { code, errors } = await restore(env, copy)
    expect([code, errors]).toEqual([1, [expect.stringContaining(sentence)]])
    expect(existsSync(join(env.DATA_DIR, 'database'))).toBe(false)
  })
})
