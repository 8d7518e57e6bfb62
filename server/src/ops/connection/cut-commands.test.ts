import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dumpRows } from '../../../test/fixtures/dump-rows.ts'
import { fillEveryTable } from '../../../test/fixtures/every-table.ts'
import { LAKSHMI, RAVI } from '../../../test/fixtures/records.ts'
import { createFreshPostgres } from '../../../test/setup/databases.ts'
import { type DatabaseLink, startLink } from '../../../test/setup/database-link.ts'
import { runOps } from '../../../test/setup/ops.ts'
import { useServer } from '../../../test/setup/server.ts'
import { listTables } from '../../backup/tables-store.ts'
import { openPostgres } from '../../db/postgres.ts'
import { customers, importRows, phones } from '../../db/schema.ts'

const SENTENCE = 'The database does not answer, or not soon enough. Run the command again later.'

describe('a command that loses its connection to PostgreSQL', () => {
  const server = useServer('postgres')
  let folder = ''
  let phoneId = ''
  let link: DatabaseLink
  const linked = (url = '') => `${link.url}${new URL(url).pathname}`
  const envOf = (url?: string) => ({ ...server.env, DATABASE_URL: linked(url) })
  const ops = (words: readonly string[], env = envOf(server.env['DATABASE_URL'])) =>
    runOps(folder, env, words)
  const dump = () => dumpRows(server.deps.db, listTables())

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-cut-commands-'))
    await fillEveryTable(server.deps, (phone) => server.signIn(phone))
    await server.deps.db.delete(importRows)
    const [phone] = await server.deps.db.select().from(phones)
    phoneId = phone?.id ?? ''
    link = await startLink(new URL('/', server.env['DATABASE_URL']).href)
  })
  afterEach(() => link.thaw())
  afterAll(async () => {
    await link.close()
    rmSync(folder, { recursive: true })
  })

  /** The command fails in one sentence. @returns what it does when it runs again */
  async function cutAndRepeat(text: string, run: () => ReturnType<typeof ops>) {
    link.cutAt(text)
    const { code, errors } = await run()
    expect({ code, errors }).toEqual({ code: 1, errors: [SENTENCE] })
    return () => {
      link.thaw()
      return run()
    }
  }
  const done = { code: 0, errors: [] }

  test.each([
    ['its migrations', '__drizzle_migrations', ['runners', 'list']],
    ['runners list', '"runners"', ['runners', 'list']],
    ['runners add', 'insert into "runners"', ['runners', 'add', '9000000009', 'Mohan']],
    ['runners suspend', 'update "runners"', ['runners', 'suspend', LAKSHMI.phone]],
    ['runners resume', 'update "runners"', ['runners', 'resume', LAKSHMI.phone]],
    ['sessions list', '"sessions"', ['sessions', 'list']],
    ['sessions end', 'delete from "sessions"', ['sessions', 'end', '--runner', RAVI.phone]],
    ['phones', '"phones"', ['phones']],
    ['customers conflicts', '"customer_conflicts"', ['customers', 'conflicts']],
    ['end-conflict', 'update "customer_conflicts"', ['customers', 'end-conflict', '1']],
    ['move-customers', '"customers"', ['runners', 'move-customers', RAVI.phone, LAKSHMI.phone]],
    ['deals', '"settlements"', ['deals']],
    ['deals --csv', '"settlements"', ['deals', '--csv', 'file']],
    ['verify', '"images"', ['verify']],
    ['backup', 'from "orders" as one', ['backup', 'file']],
    ['customers export', '"cash_payments"', ['customers', 'export', '1', 'file']],
    ['customers erase', 'update "settlements"', ['customers', 'erase', '1', '--yes']],
  ])('changes and leaves nothing, and can run again: %s', async (_name, text, words) => {
    const before = await dump()
    const repeat = await cutAndRepeat(text, () => ops(words))
    expect(await dump()).toEqual(before)
    expect(['file', 'file.partial'].filter((name) => existsSync(join(folder, name)))).toEqual([])
    expect(await repeat()).toMatchObject(done)
    rmSync(join(folder, 'file'), { recursive: true, force: true })
  })

  test('removes a phone at the next run', async () => {
    const words = ['phones', 'remove', phoneId]
    const repeat = await cutAndRepeat('delete from "phones"', () => ops(words))
    expect(await server.deps.db.$count(phones)).toBe(1)
    expect(await repeat()).toMatchObject(done)
    expect(await server.deps.db.$count(phones)).toBe(0)
  })

  test('erases the answers to calls at the next run, when the rows are erased already', async () => {
    const words = ['customers', 'erase', '1', '--yes']
    const repeat = await cutAndRepeat('update "idempotency_keys"', () => ops(words))
    expect(await repeat()).toMatchObject(done)
  })

  test.each([
    ['while it reads the file', 'insert into "import_rows"', 901],
    ['at its decision', 'pg_advisory_xact_lock', 902],
    ['while it stores the records', 'with staged as', 903],
  ])('imports each customer of the file once at the next run: %s', async (_when, text, id) => {
    writeFileSync(join(folder, 'customers.csv'), `id,member_name,status\n${id},Anjali,hold\n`)
    const run = () => ops(['import', 'customers', 'customers.csv'])
    const repeat = await cutAndRepeat(text, run)
    expect(await repeat()).toMatchObject(done)
    const stored = await server.deps.db.select().from(customers)
    expect(stored.filter((one) => one.id === id)).toMatchObject([{ memberName: 'Anjali' }])
    expect(await run()).toMatchObject({
      printed: ['Imported customers: 0 added, 0 changed, 1 unchanged.'],
    })
  })

  test('restores no row, and all rows at the next run', async () => {
    expect(await runOps(folder, server.env, ['backup', 'whole'])).toMatchObject(done)
    const url = await createFreshPostgres()
    const env = { ...envOf(url), DATA_DIR: join(folder, 'restored') }
    const repeat = await cutAndRepeat('insert into "orders"', () => ops(['restore', 'whole'], env))
    expect(await repeat()).toMatchObject(done)
    const restored = await openPostgres(url)
    const tables = ['customers', 'orders', 'cash_payments']
    expect(await dumpRows(restored.db, tables)).toEqual(await dumpRows(server.deps.db, tables))
    await restored.close()
  })
})
