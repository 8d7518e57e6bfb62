import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { AppNavigation, CUSTOMER_LIST_ID } from './app-navigation.tsx'

const item = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const open = (at: string) => showScreen(<AppNavigation />, at)

test('the bottom navigation has Home, Products, Customers and Profile, in this order [R-2.058]', async () => {
  await open('/deliveries')
  await expect.element(item('Home')).toBeVisible()
  const links = page.getByRole('navigation').getByRole('link').elements()
  expect(links.map((link) => link.textContent)).toEqual([
    'Home',
    'Products',
    'Customers',
    'Profile',
  ])
})

test.each([
  ['Home', '/deliveries'],
  ['Products', '/products'],
  ['Profile', '/profile'],
])('%s leads to %s [R-2.058]', async (name, path) => {
  await open('/order-success')
  await item(name).click()
  await expect.poll(address).toBe(path)
})

test('Customers opens /deliveries from another screen [R-2.059]', async () => {
  await open('/products')
  await item('Customers').click()
  await expect.poll(address).toBe('/deliveries')
})

test('Customers scrolls to the list on /deliveries [R-2.059]', async () => {
  await showScreen(
    <>
      <AppNavigation />
      <div style={{ height: '200vh' }} />
      <div id={CUSTOMER_LIST_ID} style={{ height: '200vh' }}>
        Customers of the runner
      </div>
    </>,
    '/deliveries',
  )
  const list = page.getByText('Customers of the runner')
  await expect.element(list).not.toBeInViewport()
  await item('Customers').click()
  await expect.element(list).toBeInViewport()
  await expect.poll(address).toBe('/deliveries')
})
