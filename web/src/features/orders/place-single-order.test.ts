import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, startPortalStub, type PortalStub } from '../../../test/portal-stub.ts'
import { signInRunner } from '../../../test/runner.ts'
import { forgetVisits, startVisit } from '../../../test/show-screen.tsx'
import { entries } from '../../outbox/entries.ts'
import { activeVisit } from '../../state/visit.ts'
import { placeSingleOrder } from './place-single-order.ts'

const [product] = DEMO_PRODUCTS
let portal: PortalStub

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  forgetVisits()
  signInRunner()
  portal = startPortalStub()
  portal.answer('PUT /api/orders/501', json({}))
  portal.answer('PUT /api/customers/26', json({}))
  startVisit()
})

const place = (hairWeight: string) =>
  placeSingleOrder(activeVisit.get()!, product!, {
    purchaseType: 'whiteHair',
    hairWeight,
    cashAmount: '100',
    deliveryAddress: '',
  })

const keys = () => portal.calls('POST /api/orders').map(({ key }) => key)
const unsentStates = () => entries.get().map(({ state }) => state)

test('the same order tried again keeps its key, another one gets its own and takes its place', async () => {
  portal.answer('POST /api/orders', json({}, 500))
  expect(await place('30 gms')).toBeUndefined()
  expect(await place('30 gms')).toBeUndefined()
  await expect.poll(unsentStates).toEqual(['held'])
  portal.answer('POST /api/orders', json({ id: 501 }))
  expect(await place('40 gms')).toEqual({ orderId: '501' })
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  await expect.poll(unsentStates).toEqual([])
})
