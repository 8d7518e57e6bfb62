import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { cashDeal, itemsDeal, newFile } from '../../../test/fixtures/phone-file.ts'
import { newCustomer, storeRunners } from '../../../test/fixtures/records.ts'
import { opsWays, useDealsImport, useOps } from '../../../test/setup/ops.ts'
import { toStartError } from './outage.ts'

describe.each(opsWays)('an outage of the database during a command, %s', (_way, kind) => {
  const server = useOps(kind)
  const { importFile } = useDealsImport(server)
  beforeAll(async () => {
    const { db } = server.deps
    await storeRunners(db)
    await db.execute(sql`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'ended' using errcode = tg_argv[0]; end $$`)
  })

  test.each([
    ['57P01', 'The database does not answer, or not soon enough. Run the command again later.'],
    ['53100', 'The disk is full. Free some space, and run the command again.'],
    ['40P01', 'A phone or another command is changing the same records. Run the command again.'],
    ['55P03', 'A phone or another command is changing the same records. Run the command again.'],
  ])('is one sentence without data, and a later run does the rest (%s)', async (code, sentence) => {
    const { db } = server.deps
    const [settled, paid] = [
      await itemsDeal((await newCustomer(db)).id),
      await cashDeal((await newCustomer(db)).id),
    ]
    const file = newFile([settled, paid])
    await db.execute(
      sql`create trigger outage before insert on cash_payments for each row execute function fail(${sql.raw(`'${code}'`)})`,
    )
    expect(await importFile(file)).toEqual({
      code: 1,
      printed: [`${settled.name}: added`],
      errors: [sentence],
    })
    await db.execute(sql`drop trigger outage on cash_payments`)
    expect((await importFile(file)).printed).toEqual([
      `${settled.name}: already stored`,
      `${paid.name}: added`,
      'Imported deals: 1 added, 1 already stored, 0 refused.',
    ])
    server.takeErrors()
  })
})

test.each([
  [
    Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' }),
    'A phone or another command is changing the same records (deadlock detected).',
  ],
  [
    Object.assign(new AggregateError([new Error('refused by ::1')], ''), { code: 'ECONNREFUSED' }),
    'The database does not answer, or not soon enough (refused by ::1).',
  ],
])(
  'an outage during the start of a server has its reason without the statement (%s)',
  (cause, sentence) => {
    const failure = new Error("Failed query: insert into runners values ('Ravi')", { cause })
    expect(toStartError(failure)).toMatchObject({ name: 'OperatorError', message: sentence })
  },
)
