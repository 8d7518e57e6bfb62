import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import {
  cashPaymentBody,
  newCustomer,
  newOlderHold,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../../test/fixtures/records.ts'
import { selectRows } from '../../db/client.ts'
import { photoUrl, storePhoto } from '../../photos/service.ts'
import { importRecords } from '../import/records/import-records.ts'

/** Each text appears in one field of one customer, and nowhere else. */
const newPerson = () => ({
  memberName: `name ${randomUUID()}`,
  fatherOrHusbandName: `father ${randomUUID()}`,
  mobile: `9${randomInt(1e8, 1e9)}`,
  email: `${randomUUID()}@example.in`,
  villageInfo: `village ${randomUUID()}`,
  district: `district ${randomUUID()}`,
  state: `state ${randomUUID()}`,
  extra: `extra ${randomUUID()}`,
  notes: `notes ${randomUUID()}`,
  comments: `comments ${randomUUID()}`,
  seen: `seen ${randomUUID()}`,
  wanted: `wanted ${randomUUID()}`,
  office: `office ${randomUUID()}`,
  address: `address ${randomUUID()}`,
  orderNotes: `order ${randomUUID()}`,
  productName: `product ${randomUUID()}`,
  hairWeight: `weight ${randomUUID()}`,
  cashAmount: `cash ${randomUUID()}`,
  paymentType: `payment ${randomUUID()}`,
  deliveryDate: `date ${randomUUID()}`,
})

describe.each(opsWays)('the customers command %s', (_way, kind) => {
  const server = useOps(kind)
  let ravi: Client
  let folder = ''
  let id: number
  let person: ReturnType<typeof newPerson>
  let shared: string
  let made = 0
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-customers-'))
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const ops = (...words: string[]) => runOps(folder, server.env, ['customers', ...words])
  const newPhoto = async () => {
    const background = { r: (made += 1), g: 20, b: 30 }
    const create = { width: 4, height: 4, channels: 3, background } as const
    const bytes = await sharp({ create }).png().toBuffer()
    return photoUrl(await storePhoto(server.deps, RAVI.id, bytes))
  }
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await ravi.send<{ id: number }>(method, path, body, {
      'idempotency-key': `${(made += 1)}`,
    })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const databaseText = async () => {
    const tables = await selectRows<{ name: string }>(
      server.deps.db,
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const rows = sql`select coalesce(json_agg(one), '[]')::text as rows from ${sql.identifier(name)} as one`
      texts.push((await selectRows<{ rows: string }>(server.deps.db, rows))[0]?.rows ?? '')
    }
    return texts.join('\n')
  }
  const photoFiles = () =>
    readdirSync(join(server.deps.config.dataDir, 'photos'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png'))

  /** Sends an order of the customer, and delivers it. */
  async function deliverOrder(): Promise<void> {
    const order = await send('POST', '/api/orders', {
      ...orderBody(id),
      product_name: person.productName,
      hair_weight: person.hairWeight,
      cash_amount: person.cashAmount,
      delivery_address: person.address,
      customer_notes: person.orderNotes,
      hair_photo_url: await newPhoto(),
    })
    await send('PUT', `/api/orders/${order.id}`, {
      status: 'delivered',
      runner_notes: person.orderNotes,
      payment_type: person.paymentType,
      delivery_date: person.deliveryDate,
    })
  }

  // A customer with one record of each kind, and with a photo that another customer's deal names, too.
  beforeEach(async () => {
    shared = await newPhoto()
    person = newPerson()
    const { address, ...fields } = person
    const row = await newCustomer(server.deps.db, fields)
    id = row.id
    await importFile(
      `id,member_name,status,runner_id,mobile,comments\n${id},${person.memberName},assigned,1,${person.mobile},${person.office}`,
    )
    await send('POST', '/api/work', { items: [newOlderHold(id, person)] })
    await send('PUT', `/api/customers/${id}`, {
      status: 'hold',
      notes: person.notes,
      comments: person.comments,
    })
    const details = {
      customer_name: person.memberName,
      location: { latitude: 17.123, longitude: 78.456, address: address },
    }
    await deliverOrder()
    const urls = { hair_photo_url: await newPhoto(), cash_receipt_url: await newPhoto() }
    await send('POST', '/api/cash-payments', { ...cashPaymentBody(id), ...details, ...urls })
    await send('POST', '/api/settlements', {
      ...settlementBody(id),
      ...details,
      hair_photo_url: shared,
    })
    const other = await newCustomer(server.deps.db)
    await send('POST', '/api/settlements', settlementBody(other.id, { hair_photo_url: shared }))
  })
  async function importFile(text: string) {
    async function* bytes() {
      yield await Promise.resolve(Buffer.from(text))
    }
    const options = { skipBad: false, onBadRow: () => undefined, onDiscarded: () => undefined }
    return importRecords(server.deps.db, 'customers', bytes(), options)
  }

  test('export writes every row and photo of the customer, for the operator only', async () => {
    const target = join(folder, `customer-${id}`)
    expect(await ops('export', `${id}`, `customer-${id}`)).toEqual({
      code: 0,
      printed: [`Exported customer ${id} with 4 photos to ${target}.`],
      errors: [],
    })
    const text = readFileSync(join(target, 'customer.json'), 'utf8')
    for (const personal of Object.values(person)) expect(text).toContain(personal)
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'customers',
      'customer_changes',
      'customer_conflicts',
      'orders',
      'settlements',
      'cash_payments',
      'later_photos',
      'import_rows',
    ])
    expect(readdirSync(target)).toHaveLength(5)
    for (const name of ['.', ...readdirSync(target)])
      expect(statSync(join(target, name)).mode & 0o077).toBe(0)
  })

  test('export names a photo whose file is missing', async () => {
    const hash = /[0-9a-f]{64}/.exec(shared)?.[0] ?? ''
    await server.deps.photoStore.delete({ hash, type: 'image/png' })
    const { printed, ...failed } = await ops('export', `${id}`, `missing-${id}`)
    expect(failed).toEqual({ code: 1, errors: [`${hash}.png is missing at the server.`] })
    expect(printed[0]).toContain('with 3 photos')
  })

  test('erase leaves nothing that identifies the customer in any table, and deletes the photos', async () => {
    const before = photoFiles()
    expect(await ops('erase', `${id}`, '--yes')).toMatchObject({
      code: 0,
      printed: [
        `Erased customer ${id}, with 3 photos.`,
        '1 photo stayed: other customers or runners have it, too.',
        'Backups that were made before still have the data.',
      ],
    })
    const text = await databaseText()
    for (const personal of Object.values(person)) expect(text.includes(personal)).toBe(false)
    expect(photoFiles()).toHaveLength(before.length - 3)
    expect(photoFiles().some((name) => shared.includes(name.split('/').at(-1) ?? 'none'))).toBe(
      true,
    )
    const { body } = await ravi.get<{ settlements: object[] }>('/api/runners/me')
    expect(body.settlements).toContainEqual(
      expect.objectContaining({ customer_id: id, customer_name: 'erased', hair_value: 350 }),
    )
  })

  test('erase is not undone by an import of the same or another file', async () => {
    await ops('erase', `${id}`, '--yes')
    for (const name of [person.memberName, 'Another Name'])
      await importFile(
        `id,member_name,status,runner_id,mobile\n${id},${name},assigned,1,${person.mobile}`,
      )
    const text = await databaseText()
    expect(text.includes(person.mobile)).toBe(false)
    expect(text.includes('Another Name')).toBe(false)
  })

  test('erase answers a repeated call of the phone with the erased record', async () => {
    const body = settlementBody(id, { customer_name: person.memberName })
    const key = { 'idempotency-key': 'a-repeat' }
    await ravi.send('POST', '/api/settlements', body, key)
    await ops('erase', `${id}`, '--yes')
    const again = await ravi.send('POST', '/api/settlements', body, key)
    expect(again).toMatchObject({
      status: 201,
      body: { invoice_id: body.invoice_id, customer_name: 'erased', hair_value: 350 },
    })
  })

  test.each([
    ['export of a missing customer', ['export', '999999', 'none'], 'There is no customer 999999.'],
    ['export into a folder that exists', ['export', '1', '.'], 'exists already'],
    ['erase of a missing customer', ['erase', '999999', '--yes'], 'There is no customer 999999.'],
    ['erase of a text', ['erase', 'all', '--yes'], 'all is not the id of a customer.'],
    [
      'erase without a confirmation',
      ['erase', '1'],
      'Nobody can undo this; add --yes to confirm it.',
    ],
  ])('refuses the %s and changes nothing', async (_name, words, message) => {
    const before = await databaseText()
    const { code, errors } = await ops(...words)
    expect(code).toBe(1)
    expect(errors.at(-1)).toContain(message)
    expect(await databaseText()).toBe(before)
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
