/** Tests texts that screens combine from several translations, in both languages. */
import { DEFAULT_ITEM_DESCRIPTION } from '@veni/domain/cart'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newRecord } from '../../test/customers.ts'
import { json, startStandInServer } from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { clearVisits, showScreen } from '../../test/show-screen.tsx'
import { cartOf, showCart } from '../../test/shown-cart.tsx'
import { FollowUpText } from '../components/customer/follow-up-text.tsx'
import { showOutboxCounters } from '../components/outbox/outbox-counters.tsx'
import { OutboxStatus } from '../components/frame/screen.tsx'
import { CustomerList } from '../features/customers/list/customer-list.tsx'
import { RefusedWork } from '../components/outbox/refused-work.tsx'
import { entries } from '../outbox/entries.ts'
import { newEntry } from '../outbox/entry.ts'
import { setLanguage, type Language } from '../i18n/language.ts'

beforeEach(clearVisits)
afterEach(() => setLanguage('en'))

test('the language of the document changes at once', async () => {
  await setLanguage('te')
  expect(document.documentElement.lang).toBe('te')
  await setLanguage('en')
  expect(document.documentElement.lang).toBe('en')
})

test.each<[Language, number, string]>([
  ['en', 1, '1 customer'],
  ['en', 2, '2 customers'],
  ['te', 1, '1 కస్టమర్'],
  ['te', 2, '2 మంది కస్టమర్లు'],
])('in %s a list of %i is "%s"', async (language, count, words) => {
  await setLanguage(language)
  signInRunner()
  const records = Array.from({ length: count }, (_, at) => newRecord({ id: at + 1 }))
  startStandInServer().answer('GET /api/customers', json(records))
  await showScreen(<CustomerList />, '/deliveries')
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test.each<[Language, string, string]>([
  ['en', '2024-02-13', '1 day(s) overdue'],
  ['te', '2024-02-13', '1 రోజు ఆలస్యం'],
  ['te', '2024-02-11', '3 రోజులు ఆలస్యం'],
])('in %s a follow-up of %s is "%s" on 14 February', async (language, date, words) => {
  await setLanguage(language)
  await render(<FollowUpText date={date} today="2024-02-14" />)
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test('a product without a description has the Telugu word for product', async () => {
  const cart = cartOf(0, 'handbag')
  const items = cart.items.map((item) => ({ ...item, description: DEFAULT_ITEM_DESCRIPTION }))
  await setLanguage('te')
  await showCart({ ...cart, items }, true)
  await expect.element(page.getByText('వస్తువు · ఒక్కోటి ₹200')).toBeVisible()
})

test.each<[Language, string, string]>([
  ['en', 'Status of customer #26: On Hold', '1 needs attention'],
  ['te', 'కస్టమర్ #26 స్టేటస్: హోల్డ్‌లో ఉంది', 'మీరు చూడాల్సింది: 1'],
])('in %s a refused status has its label: "%s"', async (language, words, count) => {
  const work = { kind: 'customer-update', body: { status: 'hold', runner_id: 1 } } as const
  const entry = newEntry({ id: 'e1', owner: '', customerId: '26', createdAt: 0, work })
  onTestFinished(() => entries.set([]))
  entries.set([{ ...entry, state: 'refused' }])
  await setLanguage(language)
  await showOutboxCounters()
  await render(
    <>
      <OutboxStatus />
      <RefusedWork />
    </>,
  )
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText(count)).toBeVisible()
})
