import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFreshDatabase } from '../../test/setup/databases.ts'
import { opsWays, runOps, useOps } from '../../test/setup/ops.ts'
import { storeRunners } from '../../test/fixtures/records.ts'
import { readConfig } from '../config/config.ts'
import { createDeps } from '../deps.ts'
import { customers } from '../db/schema.ts'
import { silentLog } from '../log.ts'
import { startOpsSocket } from './connection/socket-server.ts'
import { opsSocketPath } from './connection/socket-protocol.ts'

const HEADER = 'id,member_name,status,runner_id'
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veni-command-line-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ops = (env: NodeJS.ProcessEnv, ...words: string[]) => runOps(folder, env, words)
const write = (name: string, text: string | Buffer) => writeFile(join(folder, name), text)

describe.each(opsWays)('npm run ops, %s', (_, kind) => {
  const server = useOps(kind)
  beforeAll(() => storeRunners(server.deps.db))
  beforeEach(async () => {
    await server.deps.db.delete(customers)
  })

  test('imports a file and prints the result', async () => {
    await write('customers.csv', `${HEADER},colour\n1,Anjali,assigned,1,red\n2,లక్ష్మి,hold,2,\n`)
    expect(await ops(server.env, 'import', 'customers', 'customers.csv')).toEqual({
      code: 0,
      printed: ['Ignored columns: colour.', 'Imported customers: 2 added, 0 changed, 0 unchanged.'],
      errors: [],
    })
    const names = await server.deps.db
      .select({ name: customers.memberName })
      .from(customers)
      .orderBy(asc(customers.id))
    expect(names).toEqual([{ name: 'Anjali' }, { name: 'లక్ష్మి' }])
    expect((await ops(server.env, 'import', 'customers', 'customers.csv')).printed.at(-1)).toBe(
      'Imported customers: 0 added, 0 changed, 2 unchanged.',
    )
  })

  test('prints every bad row and fails', async () => {
    await write('bad.csv', `${HEADER}\n1,Anjali,assigned,1\n2,,hold,1\n3,Padma,hold,x\n`)
    expect(await ops(server.env, 'import', 'customers', 'bad.csv')).toEqual({
      code: 1,
      printed: [
        'Nothing was imported: 2 rows are bad. Correct the file, or add --skip-bad to import the other rows.',
      ],
      errors: ['line 3: member_name is missing', 'line 4: runner_id "x" is not a whole number'],
    })
    expect(await server.deps.db.$count(customers)).toBe(0)

    const skipped = await ops(server.env, 'import', 'customers', 'bad.csv', '--skip-bad')
    expect(skipped).toMatchObject({
      code: 0,
      printed: ['Imported customers: 1 added, 0 changed, 0 unchanged, 2 bad and skipped.'],
    })
    expect(await server.deps.db.$count(customers)).toBe(1)
  })

  test('prints thousands of bad rows', async () => {
    const rows = Array.from({ length: 20_000 }, (__, n) => `${n + 1},,assigned,1`)
    await write('worst.csv', [HEADER, ...rows].join('\n'))
    const { errors } = await ops(server.env, 'import', 'customers', 'worst.csv')
    expect(errors).toHaveLength(20_000)
    expect(errors.at(-1)).toBe('line 20001: member_name is missing')
  })

  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty.'],
    [
      'a workbook',
      Buffer.from(`PK\u0003\u0004${'x'.repeat(5_000_000)}`),
      'This is an Excel workbook',
    ],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}`, 'utf16le'), 'This is UTF-16 text'],
    ['broken quotes', `${HEADER}\n1,"Anjali,hold,1\n`, 'A quote that opens on line 2'],
    ['other columns', 'a,b\n1,2\n', 'The first line must name the columns id, member_name, status'],
  ])('refuses %s in one sentence', async (__, content, sentence) => {
    await write('wrong.csv', content)
    const { code, errors } = await ops(server.env, 'import', 'customers', 'wrong.csv')
    expect(code).toBe(1)
    expect(errors).toEqual([expect.stringContaining(sentence)])
  })

  test('prints no control characters of a file, also in the sentence of a refusal', async () => {
    const column = 'a\u001B]0;title\u0007\u202Eb'
    const shown = 'a\uFFFD]0;title\uFFFD\uFFFDb'
    await write('ignored.csv', `${HEADER},${column}\n1,Anjali,assigned,1,\n`)
    expect((await ops(server.env, 'import', 'customers', 'ignored.csv')).printed[0]).toBe(
      `Ignored columns: ${shown}.`,
    )
    await write('forged.csv', `${column},"two\nlines"\n1,2\n`)
    expect((await ops(server.env, 'import', 'customers', 'forged.csv')).errors).toEqual([
      expect.stringMatching(/^The first line must name .*; it names a\uFFFD.*, two\uFFFDlines\.$/),
    ])
  })

  test('refuses folders and missing files in one sentence', async () => {
    mkdirSync(join(folder, 'a-folder'), { recursive: true })
    expect(await ops(server.env, 'import', 'customers', 'a-folder')).toMatchObject({
      code: 1,
      errors: [`${join(folder, 'a-folder')} is a folder, not a CSV file.`],
    })
    expect(await ops(server.env, 'import', 'customers', 'missing.csv')).toMatchObject({
      code: 1,
      errors: [`There is no file ${join(folder, 'missing.csv')}.`],
    })
  })
})

describe('the process of npm run ops', () => {
  test('prints a refusal as one line without control characters, and fails', () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const words = ['import', 'deals', join(folder, 'no\u001B[2J\nfile')]
    const args = ['--import', 'tsx', main, ...words]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      1,
      `There is no file ${join(folder, 'no\uFFFD[2J\uFFFDfile')}.\n`,
    ])
  })
})

describe('npm run ops, with the embedded database', () => {
  test('works without a server, also after a killed server left its socket', async () => {
    const { close, dataDir } = await openFreshDatabase('embedded')
    const env = { DATA_DIR: join(dataDir, 'own') }
    mkdirSync(env.DATA_DIR)
    await writeFile(opsSocketPath(env.DATA_DIR), '')
    await write('runners.csv', 'id,name,phone\n1,Ravi,9000000001\n')
    expect(await ops(env, 'import', 'runners', 'runners.csv')).toMatchObject({
      code: 0,
      printed: ['Imported runners: 1 added, 0 changed, 0 unchanged.'],
    })
    await close()
  })

  test('opens its socket for its own user only', async () => {
    const { close, dataDir, db } = await openFreshDatabase('embedded')
    const config = readConfig({ DATA_DIR: dataDir })
    const socket = await startOpsSocket({ ...createDeps(config, db), log: silentLog })
    const { mode } = await stat(opsSocketPath(dataDir))
    expect((mode & 0o777).toString(8)).toBe('600')
    await socket.close()
    await close()
  })
})
