import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import { run } from '../../test/setup/throw-away-postgres.ts'
import { selectRows } from './client.ts'
import { openPostgres } from './postgres.ts'
import { runners } from './schema.ts'

describe('a PostgreSQL database that several servers share', () => {
  it('is migrated once by servers that start together [R-7.031]', async () => {
    const name = `veni_${randomUUID().replaceAll('-', '')}`
    await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
    const url = `${inject('postgresUrl')}/${name}`
    const servers = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)))
    await servers[0]?.db.insert(runners).values({ name: 'Ravi' })
    for (const { db } of servers) expect(await db.select().from(runners)).toHaveLength(1)
    await Promise.all(servers.map(({ close }) => close()))
  })

  it('is refused in another encoding than UTF8, and stays empty', async () => {
    const name = `veni_${randomUUID().replaceAll('-', '')}`
    const admin = `${inject('postgresUrl')}/postgres`
    await run(admin, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
    const url = `${inject('postgresUrl')}/${name}`
    await expect(openPostgres(url)).rejects.toThrow(
      `${name} has the encoding SQL_ASCII. Create one with: create database`,
    )
    await run(url, 'create table runners (id integer)')
  })

  it('lets a command wait ten minutes for a statement, and half a minute for a lock', async () => {
    const name = `veni_${randomUUID().replaceAll('-', '')}`
    await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
    const { db, close } = await openPostgres(`${inject('postgresUrl')}/${name}`)
    const limits = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    expect(await selectRows(db, limits)).toEqual([{ statement: '10min', lock: '30s' }])
    await close()
  })

  it('is refused in a sentence without its password', async () => {
    const url = inject('postgresUrl').replace('veni@', 'veni:secret@')
    await expect(openPostgres(`${url}/no_such_database`)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+\/no_such_database cannot be reached \(database "no_such_database" does not exist\)\.$/,
    )
  })
})
