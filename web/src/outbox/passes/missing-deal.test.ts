import { beforeEach, expect, test } from 'vitest'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import { add, deps, fakeOutbox, settlement, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { sendDue } from './pass.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
})

test('the delivery of a refused deal waits for the deal; other work of the customer does not', async () => {
  server.answer('POST /api/settlements', json({ error: { code: 'conflict', message: 'no' } }, 409))
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('deal', '7', settlement('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  add('status', '7')
  await sendDue(deps)
  await sendDue(deps)
  expect(server.sent.map(({ key }) => key)).toEqual(['deal:record', 'status:customer'])
  expect(fakeOutbox.entries.map(({ id, state }) => [id, state])).toEqual([
    ['deal', 'refused'],
    ['handover', 'waiting'],
  ])
})

test('the delivery of a settlement that nothing sends waits; other work of the customer does not', async () => {
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  add('status', '7')
  await sendDue({ ...deps, findUnsentSettlements: () => Promise.resolve(new Set(['INV-1'])) })
  expect(server.sent.map(({ key }) => key)).toEqual(['status:customer'])
  expect(fakeOutbox.entries.map(({ id, state }) => [id, state])).toEqual([['handover', 'waiting']])
})
