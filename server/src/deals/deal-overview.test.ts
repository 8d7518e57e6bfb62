import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../test/setup/databases.ts'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { type DealOverview, listAllDeals, needsAttention } from './deal-overview.ts'

describe.each(databaseKinds)('the list of all deals (%s)', (kind) => {
  const server = useServer(kind)

  test('has deals of both kinds and of one moment by their invoice ids, the last first', async () => {
    const { db } = server.deps
    await storeRunners(db)
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(db)
    const deals = [
      ['/api/settlements', settlementBody(id, { invoice_id: 'INV-1000000000001-AAAAAA' })],
      ['/api/cash-payments', cashPaymentBody(id, { invoice_id: 'INV-1000000000002-AAAAAA' })],
      ['/api/settlements', settlementBody(id, { invoice_id: 'INV-1000000000003-AAAAAA' })],
    ] as const
    for (const [path, body] of deals) expect((await ravi.send('POST', path, body)).status).toBe(201)
    for (const table of ['settlements', 'cash_payments'])
      await db.execute(sql`update ${sql.identifier(table)} set created_at = '2026-11-21T03:30:00Z'`)
    const listed: string[] = []
    await listAllDeals(server.deps, {}, ({ invoice_id: one }) => void listed.push(one))
    expect(listed).toEqual(deals.map(([, { invoice_id: one }]) => one).toReversed())
  })

  test('calls the address of a photo unusable when the company has no image host', async () => {
    const { db, config } = server.deps
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(db)
    const url = 'https://photos.example/1.jpg'
    const body = settlementBody(id, { hair_photo_url: url })
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    const stateWith = async (imageHostUrl: string | undefined) => {
      const deps = { ...server.deps, config: { ...config, app: { ...config.app, imageHostUrl } } }
      const states: string[] = []
      await listAllDeals(deps, {}, ({ invoice_id: one, packet }) => {
        if (one === body.invoice_id) states.push(packet.state)
      })
      return states
    }
    expect(await stateWith(undefined)).toEqual(['unusable'])
    expect(await stateWith('https://photos.example')).toEqual(['elsewhere'])
  })
})

describe('a deal', () => {
  const received = { state: 'received' as const, usedBy: [] }
  const unnamed = { state: 'unnamed' as const, usedBy: [] }
  const usual: DealOverview = {
    kind: 'cash-payment',
    invoice_id: 'CASH-1-AAAAAA',
    received_at: '2026-11-21T03:30:00.000Z',
    completed_at: '2026-11-21T03:30:00.000Z',
    runner: { name: 'Ravi Kumar', phone: RAVI.phone },
    customer_id: 7,
    customer_name: 'Anjali Reddy',
    hair_value: 350,
    items_total: 0,
    balance_amount: 350,
    balance_type: 'return',
    location: { latitude: 18.43, longitude: 79.13, address: '' },
    is_recounted: true,
    flags: [],
    is_erase_due: false,
    is_checked: true,
    packet: received,
    receipt: received,
  }
  const difference = (kind: 'sum' | 'cash' | 'price') => [
    { field: 'hair_value', phone: 1, office: 2, kind },
  ]

  test.each<[string, Partial<DealOverview>]>([
    ['a flag', { flags: [{ kind: 'adopted', field: 'hair_value' }] }],
    ['an erase that is due', { is_erase_due: true }],
    ['a wrong sum', { differences: difference('sum') }],
    [
      'wrong cash beside a changed price',
      {
        differences: [...difference('price'), ...difference('cash')],
      },
    ],
    ['a packet photo that is not received', { packet: { state: 'pending', usedBy: [] } }],
    ['a packet photo without a file', { packet: { state: 'lost', usedBy: [] } }],
    ['a packet photo of another deal', { packet: { ...received, usedBy: ['INV-1-BBBBBB'] } }],
    ['no packet photo of a settlement', { packet: unnamed, receipt: undefined }],
    ['no receipt', { receipt: unnamed }],
    ['the receipt of another deal', { receipt: { ...received, usedBy: ['INV-1-BBBBBB'] } }],
  ])('with %s needs a check', (_, fields) => {
    expect(needsAttention({ ...usual, ...fields })).toBe(true)
  })

  test.each<[string, Partial<DealOverview>]>([
    ['all photos', {}],
    ['no difference', { differences: [] }],
    ['a changed price', { differences: difference('price') }],
    ['its photos at the image host', { packet: { state: 'elsewhere', usedBy: [] } }],
    ['no need of a receipt', { receipt: undefined }],
  ])('with %s needs no check', (_, fields) => {
    expect(needsAttention({ ...usual, ...fields })).toBe(false)
  })
})
