import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

test('the route table is the specification’s', () => {
  expect(routes.map(({ path }) => path)).toEqual([
    '/',
    '/login',
    '/otp-verification',
    '/login-success',
    '/deliveries',
    '/products',
    '/placeorder',
    '/payment-mode',
    '/items-settlement',
    '/cash-payment',
    '/order-success',
    '/profile',
    '/enquiry-details/:customerId',
  ])
})

test('only /deliveries asks for a stored login phone', () => {
  expect(routes.filter(({ guarded }) => guarded).map(({ path }) => path)).toEqual([
    paths.deliveries(),
  ])
})
