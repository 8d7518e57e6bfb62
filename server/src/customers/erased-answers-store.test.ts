import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAKSHMI, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import { type Database, selectRows } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'
import { eraseAnswers } from './erased-answers-store.ts'

const ERASED = 7
const OTHER = 70

describe.each(databaseKinds)('the stored answers about a customer who is erased (%s)', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openFreshDatabase(kind)
    await storeRunners(database.db)
    const { db } = database
    const deal = { customer_name: 'Sita', hair_photo_url: '/api/images/1.jpg', location: {} }
    const bodies = Array.from({ length: 250 }, (_, at) => [
      { customer_id: at % 5 === 0 ? OTHER : ERASED, ...deal, hair_value: at },
      { id: at % 5 === 0 ? OTHER : ERASED, member_name: 'Sita', mobile: '9', status: 'hold' },
    ]).flat()
    const row = (body: object, at: number) => ({
      runnerId: at % 3 === 0 ? RAVI.id : LAKSHMI.id,
      key: `key ${at}`,
      requestHash: '',
      status: 200,
      body: JSON.stringify(body),
    })
    await db.insert(idempotencyKeys).values(bodies.map(row))
    await db.execute(sql`create function bound_rows() returns trigger language plpgsql as $$
      begin
        if (select count(*) from changed) > 100 then
          raise exception 'one statement changes too many answers';
        end if;
        return null;
      end $$`)
    await db.execute(sql`create trigger bound_rows after update on idempotency_keys
      referencing new table as changed for each statement execute function bound_rows()`)
  })
  afterAll(() => database.close())

  test('lose what identifies the customer, some in each statement, and those of others stay', async () => {
    await eraseAnswers(database.db, ERASED)
    const answers = (await database.db.select().from(idempotencyKeys)).map(
      ({ body }) => JSON.parse(body) as Record<string, unknown>,
    )
    const isErased = ({ id, customer_id: customerId }: Record<string, unknown>) =>
      id === ERASED || customerId === ERASED
    const erased = answers.filter(isErased)
    expect(erased).toHaveLength(400)
    for (const { customer_name, member_name = customer_name, mobile = '', ...left } of erased) {
      expect([member_name, mobile]).toEqual(['erased', ''])
      expect(left).not.toHaveProperty('hair_photo_url', '/api/images/1.jpg')
    }
    const others = answers.filter((answer) => !isErased(answer))
    expect(others).toHaveLength(100)
    for (const { customer_name, member_name = customer_name } of others)
      expect(member_name).toBe('Sita')
    expect(answers).toContainEqual(expect.objectContaining({ hair_value: 249 }))
    // Calls wait for the locks of one transaction, however many statements it has.
    const perTransaction = await selectRows<{ count: number }>(
      database.db,
      sql`select count(*)::integer as count from idempotency_keys
        where body like '%erased%' group by xmin::text`,
    )
    for (const { count } of perTransaction) expect(count).toBeLessThanOrEqual(100)
  })
})
