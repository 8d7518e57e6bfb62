import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyPostgres } from '../../test/setup/databases.ts'
import { cashPaymentBody, newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { runOps, useOps } from '../../test/setup/ops.ts'
import { photoUrl, storePhoto } from '../photos/service.ts'

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
})
