import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../client.ts'
import { runners } from '../../schema.ts'
import { findOutage } from '../../unavailable.ts'
import { ensureDatabaseFolder } from '../embedded-folder.ts'
import { openEmbedded } from '../embedded.ts'
import { DatabaseThread } from './database-thread.ts'
import { ThreadStream } from './thread-stream.ts'

/** A statement that never ends. No signal and no timer reaches it from inside. */
const freeze = ({ db }: Database) => db.execute(sql.raw('do $$ begin loop end loop; end $$'))

describe('an embedded database that hangs [R-7.048]', () => {
  let dataDir: string
  let database: Database
  const lines: string[] = []

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'veni-frozen-'))
    database = await openEmbedded(dataDir, inject('embeddedTemplate'), undefined, {
      answerSeconds: 2,
      log: {
        info: (line) => void lines.push(line),
        error: (line, error) => void lines.push(`${line}: ${String(error)}`),
      },
    })
  })
  afterEach(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
    lines.length = 0
  })

  it('does not stop this thread, and is opened again with every commit', async () => {
    await database.db.insert(runners).values({ id: 1, name: 'Ravi' })
    const frozen = await database.db
      .transaction(async (tx) => {
        await tx.insert(runners).values({ id: 2, name: 'Lakshmi' })
        await freeze({ ...database, db: tx as never })
      })
      .catch((error: unknown) => error)
    expect(findOutage(frozen)).toBe('no database')
    const later = await database.db.select().from(runners).catch(findOutage)
    expect(later).toBe('no database')
    await expect
      .poll(() => database.db.select({ id: runners.id }).from(runners).catch(findOutage))
      .toEqual([{ id: 1 }])
    expect(lines).toEqual([
      'The database stopped; it is being opened again: it gave no answer for 2 s',
      'The database is open again.',
    ])
  })

  it('closes within seconds', async () => {
    let frozen: Promise<unknown> | undefined
    await new Promise<void>((begin) => {
      frozen = database.db
        .transaction(async (tx) => {
          await tx.execute(sql`select 1`)
          begin()
          await freeze({ ...database, db: tx as never })
        })
        .catch(findOutage)
    })
    const begun = performance.now()
    await database.close()
    // The limits of the pool and of the thread are four seconds: the rest is time for a slow machine.
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(await frozen).toBe('no database')
  })

  it('has more time for the work of the office', async () => {
    const long = sql.raw(
      `do $$ declare ends timestamptz := clock_timestamp() + interval '4 seconds';
      begin while clock_timestamp() < ends loop end loop; end $$`,
    )
    await expect(database.runLong(() => database.db.execute(long))).resolves.toBeDefined()
    expect(lines).toEqual([])
  })
})

/** The watchdog looks once a second, at a clock that the test moves. */
function moveSeconds(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (seconds) => void vi.advanceTimersByTime(seconds * 1_000)
}

describe('the time that an embedded database may be silent, when nobody sets it [R-7.048]', () => {
  it.each([
    ['15 s for a call', 15, (_: Database, work: () => Promise<unknown>) => work()],
    [
      '600 s for the office',
      600,
      ({ runLong }: Database, work: () => Promise<unknown>) => runLong(work),
    ],
  ])('is %s', async (_, seconds, run) => {
    const move = moveSeconds()
    const dataDir = mkdtempSync(join(tmpdir(), 'veni-silent-'))
    const lines: string[] = []
    const database = await openEmbedded(dataDir, inject('embeddedTemplate'), undefined, {
      log: { info: () => undefined, error: (_line, reason) => void lines.push(String(reason)) },
    })
    onTestFinished(async () => {
      await database.close()
      rmSync(dataDir, { recursive: true })
    })
    const frozen = run(database, () => freeze(database)).catch(findOutage)
    // A second counts only when the database has the statement.
    for (let moved = 0; lines.length === 0 && moved < 2 * seconds; moved += 1) {
      move(1)
      await turn()
    }
    expect(await frozen).toBe('no database')
    expect(lines).toEqual([`it gave no answer for ${seconds} s`])
  })

  it('is 120 s for the opening', async () => {
    const move = moveSeconds()
    const thread = new DatabaseThread('/nowhere', { seconds: () => 1 })
    const opened = thread.open()
    move(120)
    const states = Promise.race([thread.ended, turn('still opens')])
    expect(await states).toBe('still opens')
    move(1)
    await expect(opened).rejects.toThrow('it gave no answer for 120 s')
  })
})

it('leaves no transaction and no setting of a lost connection to the next', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'veni-connections-')), 'database')
  await ensureDatabaseFolder(folder, inject('embeddedTemplate'))
  const thread = new DatabaseThread(folder, { seconds: () => 60 })
  const connect = async () => {
    const client = new pg.Client({
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      stream: () => new ThreadStream(thread) as never,
    })
    await client.connect()
    return client
  }
  await thread.open()
  const first = await connect()
  await first.query("set statement_timeout to '7min'")
  await first.query('begin')
  await first.query("insert into runners (id, name) values (1, 'Ravi')")
  await first.end()
  const second = await connect()
  expect((await second.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  expect((await second.query('select * from runners')).rows).toEqual([])
  await second.end()
  await thread.close()
  rmSync(dirname(folder), { recursive: true })
})
