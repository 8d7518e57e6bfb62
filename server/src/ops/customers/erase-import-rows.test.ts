import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { killImport } from '../../../test/fixtures/killed-imports.ts'
import { newCustomer, storeRunners } from '../../../test/fixtures/records.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { importRows } from '../../db/schema.ts'

describe.each(opsWays)('an erase %s after imports that were killed', (_way, kind) => {
  const server = useOps(kind)
  beforeAll(() => storeRunners(server.deps.db))

  /** What an export has of imports that are not complete. */
  async function exportRows(id: number) {
    const folder = await mkdtemp(join(tmpdir(), 'veni-export-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const words = ['customers', 'export', `${id}`, 'customer']
    expect(await runOps(folder, server.env, words)).toMatchObject({ code: 0 })
    const text = await readFile(join(folder, 'customer', 'customer.json'), 'utf8')
    return (JSON.parse(text) as { import_rows: object[] }).import_rows
  }

  test('leaves none of their rows about the customer, and the rows of others', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const other = id + 1
    await killImport(db, { kindName: 'customers', ids: [id, other] })
    await killImport(db, { kindName: 'customers', ids: [id, other], isDecided: true })
    await killImport(db, { kindName: 'runners', ids: [id] })
    expect(await exportRows(id)).toMatchObject([
      { line: 2, data: { id, member_name: `Customer ${id}` } },
      { line: 2, data: { id, member_name: `Customer ${id}` } },
    ])
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
