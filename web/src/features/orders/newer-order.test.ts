import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { expect, test, vi } from 'vitest'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { clearVisits, startVisit } from '../../../test/show-screen.tsx'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { entries } from '../../outbox/entries.ts'
import { activeVisit } from '../../state/visit.ts'
import { storage } from '../../storage/phone-storage.ts'
import { placeSingleOrder } from './place-single-order.ts'

const [product] = DEMO_PRODUCTS
const form = { purchaseType: 'whiteHair', cashAmount: '100', deliveryAddress: '' } as const
const place = (hairWeight: string) =>
  placeSingleOrder(activeVisit.get()!, product!, { ...form, hairWeight })

/** As a newer release stores an order: its entry, and the same beside the visit. */
const toNewer = (row: object) =>
  'value' in row ? { ...row, value: { ...Object(row.value), version: 9 } } : { ...row, version: 9 }

test('an order that a newer release has stored is not made a second time', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  clearVisits()
  signInAtPlainPortal()
  const server = startStandInServer()
  const keys = () => new Set(server.calls('POST /api/orders').map(({ key }) => key))
  startVisit()
  server.answer('POST /api/orders', json({}, 500))
  await place('30 gms')
  await expect.poll(() => entries.get().map(({ state }) => state)).toEqual(['held'])
  for (const collection of ['outbox', 'visits'] as const)
    for (const [key, row] of await storage[collection].getAllUnparsed())
      if (collection === 'outbox' || key.includes('|order_'))
        await storage.change([collection], (rows) =>
          rows[collection].put(key, toNewer(Object(row)) as never),
        )
  // A reload with this release.
  entries.set([])
  server.answer('POST /api/orders', json({ id: 501 }))
  for (const weight of ['30 gms', '40 gms']) expect.soft(await place(weight)).toBeUndefined()
  expect(keys().size).toBe(1)
})
