import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareStatements } from './prepared-statements.ts'

let client: PGlite

beforeAll(async () => {
  client = await PGlite.create('memory://')
  await client.exec(
    'create table weights (id serial primary key, grams integer not null, note text)',
  )
})
afterAll(() => client.close())

const insert = 'insert into weights (grams, note) values ($1, $2) returning id, grams, note'

/** What a server may do with its database; each result as text. */
async function useDatabase(): Promise<string[]> {
  const results: unknown[] = []
  const query = async (text: string, values: unknown[] = []) => {
    const result = await client.query(text, values).catch((error: unknown) => error)
    results.push(result instanceof Error ? [String(result), Object.entries(result)] : result)
  }
  for (const note of ['నల్ల', '', null]) await query(insert, [1_500, note])
  await query(insert, [null, 'no weight'])
  await query(insert, ['heavy', 'no number'])
  await query('select grams from nothing')
  await query('select array[1, 2] as list, now() > $1 as is_later', ['2026-01-01'])
  await query('select id from weights where id = any($1)', [[1, 2]])
  const undone = client.transaction(async (tx) => {
    await tx.query(insert, [9, 'undone'])
    await tx.query('savepoint before')
    await tx.query(insert, [null, '']).catch(() => tx.query('rollback to savepoint before'))
    results.push((await tx.query('select count(*) from weights')).rows)
    await tx.query(insert, [null, ''])
  })
  results.push(String(await undone.catch((error: unknown) => error)))
  const ended = await client.transaction((tx) => Promise.resolve(tx))
  results.push(String(await ended.query('select 1').catch((error: unknown) => error)))
  await query('select grams, note from weights order by id')
  await client.exec('truncate weights restart identity')
  return results.map((result) => JSON.stringify(result))
}

test('a prepared query has the result, the error and the effect of any other, and is one message', async () => {
  const plain = await useDatabase()
  await prepareStatements(client)
  expect(await useDatabase()).toEqual(plain)
  expect(await useDatabase()).toEqual(plain)
  let messages = 0
  const send = client.execProtocolRawSync.bind(client)
  client.execProtocolRawSync = (message) => {
    messages += 1
    return send(message)
  }
  await client.query(insert, [1, ''])
  expect(messages).toBe(1)
})
