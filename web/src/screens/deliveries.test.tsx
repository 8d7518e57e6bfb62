import { customersReplySchema } from '@veni/domain/customer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newRecord } from '../../test/customers.ts'
import { silence } from '../../test/given-up-calls.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { address, clearVisits, showScreen } from '../../test/show-screen.tsx'
import { entries } from '../outbox/entries.ts'
import { newEntry } from '../outbox/entry.ts'
import { owner } from '../state/session.ts'
import { readSnapshot, storeSnapshot } from '../state/snapshots.ts'
import Deliveries from './deliveries.tsx'

const LIST = 'GET /api/customers'
const card = (name: string) => page.getByRole('link', { name: new RegExp(name) })

let server: StandInServer

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
    now: new Date('2026-11-21T09:30:00+05:30'),
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  clearVisits()
  entries.set([])
  signInRunner()
  server = startStandInServer()
  server.answer('GET /api/ping', json({ status: 'ok' }))
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => showScreen(<Deliveries />, '/deliveries')

/** Waits for the three retries of the list, each after its delay. */
async function waitForLastAttempt(attempts = 4) {
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.calls(LIST)).toHaveLength(attempts)
  }, 60_000)
}

test('the title is My Deliveries [R-2.050]', async () => {
  server.answer(LIST, json([]))
  await open()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('My Deliveries')
})

test("the list has no customer's phone number, also not in its links [R-7.054]", async () => {
  server.answer(LIST, json([newRecord(), newRecord({ id: 8, status: 'hold' })]))
  await open()
  await expect.element(card('Katta Manjula').first()).toBeVisible()
  expect(document.body.outerHTML.replaceAll(/\D/g, '')).not.toContain(newRecord().mobile)
})

test('the screen shows the customers, their number and the time of the last update [R-2.055, R-2.056, R-2.057]', async () => {
  server.answer(
    LIST,
    json([
      newRecord({ id: 3, status: 'hold', member_name: 'Held One' }),
      newRecord({ id: 1, member_name: 'Assigned One' }),
      newRecord({ id: 2, status: 'interested', runner_id: null, member_name: 'Free One' }),
      newRecord({ id: 4, status: 'rejected', member_name: 'Gone One' }),
    ]),
  )
  await open()
  await expect.element(card('Assigned One')).toHaveAttribute('href', '/enquiry-details/1')
  await expect.element(page.getByText('3 customers')).toBeVisible()
  await expect.element(page.getByText('Last updated: 9:30 am')).toBeVisible()
  await expect.element(page.getByText('Auto-refresh every 60s')).toBeVisible()
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible()
  expect(card('Gone One').elements()).toEqual([])
})

test('the refresh button fetches the list and the health at once [R-2.054]', async () => {
  server.answer(LIST, json([newRecord({ member_name: 'Before' })]))
  await open()
  await expect.element(card('Before')).toBeVisible()
  server.answer(LIST, json([newRecord({ member_name: 'After' })]))
  server.answer('GET /api/ping', noNetwork())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(card('After')).toBeVisible()
  await expect.element(page.getByText('Disconnected')).toBeVisible()
  expect(server.calls(LIST)).toHaveLength(2)
})

test('there are no status filter buttons [R-2.075]', async () => {
  server.answer(LIST, json([newRecord(), newRecord({ id: 8, status: 'hold' })]))
  await open()
  await expect.element(page.getByText('2 customers')).toBeVisible()
  const controls = page.getByRole('button').elements()
  expect(controls.map((control) => control.ariaLabel ?? control.textContent)).toEqual([
    'Refresh',
    'Logout',
  ])
  // Search filters by words, not by status.
  const choices =
    'select, input:not([type="search"]), [role="tab"], [role="radio"], [role="option"]'
  expect(document.querySelectorAll(choices)).toHaveLength(0)
})

test('Customers in the bottom navigation scrolls to the list [R-2.059]', async () => {
  server.answer(LIST, json(Array.from({ length: 12 }, (_, index) => newRecord({ id: index + 1 }))))
  await open()
  await expect.element(page.getByText('12 customers')).toBeVisible()
  window.scrollTo(0, document.body.scrollHeight)
  await expect.element(page.getByText('12 customers')).not.toBeInViewport()
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
  await expect.element(page.getByText('12 customers')).toBeInViewport()
  await expect.poll(address).toBe('/deliveries')
})

test('while the list loads there is a spinner with a label [R-2.070]', async () => {
  server.answer(LIST, silence)
  await open()
  await expect.element(page.getByRole('status').getByText('Loading customers...')).toBeVisible()
})

test('an empty list shows a message [R-2.073]', async () => {
  server.answer(LIST, json([]))
  await open()
  await expect.element(page.getByText('No assigned customers found')).toBeVisible()
})

test('each demo customer is marked as demo [R-2.077]', async () => {
  server.answer(LIST, noNetwork())
  await open()
  await waitForLastAttempt()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => cards.elements().length).toBe(3)
  for (const row of cards.all()) {
    await expect.element(row.getByRole('heading', { name: /^Demo: / })).toBeVisible()
    await expect.element(row.getByText('Demo', { exact: true })).toBeVisible()
  }
})

test('the customers of a snapshot come before demo customers, with their age [R-8.023]', async () => {
  await storeSnapshot('customers', JSON.stringify([newRecord({ member_name: 'Saved One' })]))
  server.answer(LIST, noNetwork())
  await open()
  await waitForLastAttempt()
  await expect.element(card('Saved One')).toBeVisible()
  await expect
    .element(page.getByText('Customers saved on this phone, as of 21 Nov 2026, 9:30 am'))
    .toBeVisible()
  expect(card('Demo').elements()).toEqual([])
})

test('a list from another day shows its date', async () => {
  await storeSnapshot('customers', JSON.stringify([newRecord({ member_name: 'Saved One' })]))
  vi.setSystemTime(new Date('2026-11-22T08:00:00+05:30'))
  server.answer(LIST, noNetwork())
  await open()
  await waitForLastAttempt()
  await expect.element(page.getByText('Last updated: 21 Nov 2026, 9:30 am')).toBeVisible()
})

test('the customers of a 500 are used with a notice and are not stored [R-7.005]', async () => {
  server.answer(LIST, json([newRecord()], 500))
  await open()
  await expect.element(card('Katta Manjula')).toBeVisible()
  await expect
    .element(page.getByText('Admin portal server error (500). Using fallback data when available.'))
    .toBeVisible()
  expect(await readSnapshot('customers', customersReplySchema)).toBeUndefined()
})

test('a customer rejected on this phone does not appear again', async () => {
  server.answer(LIST, json([newRecord({ id: 1, member_name: 'Here' }), newRecord({ id: 2 })]))
  const work = { kind: 'customer-update' as const, body: { status: 'rejected' } }
  entries.set([newEntry({ id: 'a', owner: owner(), customerId: '2', createdAt: Date.now(), work })])
  await open()
  await expect.element(card('Here')).toBeVisible()
  expect(card('Katta Manjula').elements()).toEqual([])
})

test('a refresh without changes renders no card again', async () => {
  server.answer(LIST, json([newRecord()]))
  await open()
  await expect.element(card('Katta Manjula')).toBeVisible()
  const changes: MutationRecord[] = []
  const observer = new MutationObserver((records) => changes.push(...records))
  const list = card('Katta Manjula').element().closest('ul')!
  observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true })
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => server.calls(LIST).length).toBeGreaterThan(1)
  await expect.element(page.getByText('Last updated: 9:31 am')).toBeVisible()
  observer.disconnect()
  expect(changes).toEqual([])
})

test("a follow-up is due today from midnight in the runner's time zone, also while the list stays open [R-9.033]", async () => {
  vi.setSystemTime(new Date('2026-11-21T23:59:30+05:30'))
  const held = newRecord({ status: 'hold', next_followup: '2026-11-22' })
  server.answer(LIST, json([held]))
  await open()
  await expect.element(card('Katta Manjula')).toHaveTextContent('Follow-up: 22 Nov 2026')
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(card('Katta Manjula')).toHaveTextContent('Follow-up: Today')
})
