import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killImport } from '../../../test/fixtures/killed-imports.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'

describe.each(opsWays)('a backup %s after imports that were killed', (_way, kind) => {
  const server = useOps(kind)
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'veni-unfinished-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has the rows of a decided one only: the next import finishes it', async () => {
    const { db } = server.deps
    const decided = await killImport(db, { kindName: 'customers', ids: [7, 8], isDecided: true })
    await killImport(db, { kindName: 'customers', ids: [9] })
    const made = await runOps(folder, server.env, ['backup', 'copy'])
    expect(made).toMatchObject({ code: 0, errors: [] })
    expect(made.printed).toContain('import_rows: 3 rows')
    const text = readFileSync(join(folder, 'copy', 'tables', 'import_rows.jsonl'), 'utf8')
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { import_id: string; key: string })
    expect(rows.map(({ import_id, key }) => [import_id, key])).toEqual([
      [decided, ''],
      [decided, '7'],
      [decided, '8'],
    ])
  })
})
