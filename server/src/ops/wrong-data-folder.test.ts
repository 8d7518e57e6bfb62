import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOps } from '../../test/setup/ops.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-wrong-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['backup', ['backup', 'copy']],
  ['verify', ['verify']],
  ['deals', ['deals']],
  ['deals --csv', ['deals', '--csv', 'copy']],
  ['phones', ['phones']],
  ['runners list', ['runners', 'list']],
  ['sessions list', ['sessions', 'list']],
  ['customers conflicts', ['customers', 'conflicts']],
  ['customers export', ['customers', 'export', '1', 'copy']],
  ['move-to-postgres', ['move-to-postgres', 'postgres://nobody@127.0.0.1:1/none']],
])('%s refuses a data folder without a database, and makes none there', async (_name, words) => {
  const wrong = join(folder, 'wrong')
  expect(await runOps(folder, { DATA_DIR: wrong }, words)).toEqual({
    code: 1,
    printed: [],
    errors: [`There is no database in ${wrong}: set DATA_DIR to the data folder of the server.`],
  })
  expect([existsSync(wrong), existsSync(join(folder, 'copy'))]).toEqual([false, false])
})
