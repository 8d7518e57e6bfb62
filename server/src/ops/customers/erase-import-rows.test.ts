import { beforeAll, describe, expect, test } from 'vitest'
import { killImport } from '../../../test/fixtures/killed-imports.ts'
import { newCustomer, storeRunners } from '../../../test/fixtures/records.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { importRows } from '../../db/schema.ts'

describe.each(opsWays)('an erase %s after imports that were killed', (_way, kind) => {
  const server = useOps(kind)
  beforeAll(() => storeRunners(server.deps.db))

  test('leaves none of their rows about the customer, and the rows of others', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const other = id + 1
    await killImport(db, { kindName: 'customers', ids: [id, other] })
    await killImport(db, { kindName: 'customers', ids: [id, other], isDecided: true })
    await killImport(db, { kindName: 'runners', ids: [id] })
    expect(await runOps('.', server.env, ['customers', 'erase', `${id}`, '--yes'])).toMatchObject({
      code: 0,
      errors: [],
    })
    const left = await db.select().from(importRows)
    const names = left.map(({ key, data }) => `${key} ${JSON.stringify(data['member_name'])}`)
    expect(names.toSorted()).toEqual(
      [
        ' undefined',
        `${id} undefined`,
        `${other} "Customer ${other}"`,
        `${other} "Customer ${other}"`,
      ].toSorted(),
    )
  })
})
