import '../../../styles/tokens.css'
import type { Customer } from '@veni/domain/customer'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newCustomer } from '../../../../test/customers.ts'
import { ContactLinks } from './contact-links.tsx'

const NOWHERE = { villageInfo: '', district: '', state: '' }
const link = (name: string | RegExp) => page.getByRole('link', { name })
const show = (changes: Partial<Customer> = {}) =>
  render(<ContactLinks customer={newCustomer(changes)} />)
const names = () =>
  page
    .getByRole('link')
    .elements()
    .map((one) => one.textContent)

test('there are links to call, message and find a customer', async () => {
  await show({ mobile: '90000 02908' })
  await expect.element(link('Call 90000 02908')).toHaveAttribute('href', 'tel:9000002908')
  await expect.element(link('WhatsApp')).toHaveAttribute('href', 'https://wa.me/919000002908')
  await expect
    .element(link('Directions'))
    .toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=Chityal%2C%20Nalgonda%2C%20Telangana',
    )
})

test.each(['WhatsApp', 'Directions'])(
  '%s opens in a new tab and gets no referrer and no opener',
  async (name) => {
    await show()
    await expect.element(link(name)).toHaveAttribute('target', '_blank')
    await expect.element(link(name)).toHaveAttribute('rel', 'noreferrer noopener')
  },
)

test.each<[string, Partial<Customer>, string[]]>([
  ['no usable number', { mobile: 'not known' }, ['Directions']],
  ['a landline', { mobile: '040 2345678' }, ['Call 040 2345678', 'Directions']],
  ['no address', NOWHERE, ['Call 9000002908', 'WhatsApp']],
  ['neither', { ...NOWHERE, mobile: '' }, []],
])('with %s only the working links are shown', async (_, changes, offered) => {
  await show(changes)
  expect(names()).toEqual(offered)
})

test('each link has an icon and the size of a tap target', async () => {
  await show()
  for (const one of page.getByRole('link').elements()) {
    const { width, height } = one.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
    expect(one.querySelector('svg')).not.toBeNull()
  }
})
