import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

test('the route table is the specification’s, and has no other screen [R-1.009, R-2.001]', () => {
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

test('/ and /login are one screen [R-2.002]', () => {
  const screenAt = (at: string) => routes.find(({ path }) => path === at)?.screen
  expect(screenAt('/')).toBeDefined()
  expect(screenAt('/')).toBe(screenAt('/login'))
})

test('only /deliveries asks for a stored login phone [R-2.011]', () => {
  expect(routes.filter(({ guarded }) => guarded).map(({ path }) => path)).toEqual([
    paths.deliveries(),
  ])
})
