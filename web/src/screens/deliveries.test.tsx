import { customersReplySchema } from '@veni/domain/customer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newRecord } from '../../test/customers.ts'
import { json, noNetwork, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import { signInRunner } from '../../test/runner.ts'
import { forgetVisits, showScreen } from '../../test/show-screen.tsx'
import { queryClient } from '../api/queries.ts'
import { entries } from '../outbox/entries.ts'
import { newEntry } from '../outbox/entry.ts'
import { owner } from '../state/session.ts'
import { readSnapshot, saveSnapshot } from '../state/snapshots.ts'
import Deliveries from './deliveries.tsx'

const LIST = 'GET /api/customers'
const failure = (status: number) => new Response('', { status })
const card = (name: string) => page.getByRole('link', { name: new RegExp(name) })
const retryNow = (name: string) => page.getByRole('button', { name, exact: true })

let portal: PortalStub

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
    now: new Date('2026-11-21T09:30:00+05:30'),
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  forgetVisits()
  queryClient.clear()
  entries.set([])
  signInRunner()
  portal = startPortalStub()
  portal.answer('GET /api/ping', json({ status: 'ok' }))
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => showScreen(<Deliveries />, '/deliveries', queryClient)

/** Lets the three retries of the list happen, each after its wait. */
async function waitForLastAttempt(attempts = 4) {
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      expect(portal.calls(LIST)).toHaveLength(attempts)
    },
    { timeout: 10_000 },
  )
}

test('customers are grouped, counted and each card leads to its enquiry', async () => {
  portal.answer(
    LIST,
    json([
      newRecord({
        id: 3,
        status: 'hold',
        member_name: 'Held One',
        comments: 'After the festival',
        next_followup: '2026-11-18',
      }),
      newRecord({ id: 1, member_name: 'Assigned One', extra: 'Third house' }),
      newRecord({ id: 2, status: 'interested', runner_id: null, member_name: 'Free One' }),
      newRecord({ id: 4, status: 'rejected', member_name: 'Gone One' }),
    ]),
  )
  await open()
  await expect.element(card('Assigned One')).toHaveAttribute('href', '/enquiry-details/1')
  await expect.element(card('Assigned One')).toHaveTextContent('Chityal, Nalgonda, Telangana')
  await expect.element(card('Assigned One')).toHaveTextContent('Father/Husband: Katta Yadagiri')
  await expect.element(card('Held One')).toHaveTextContent('Comments: After the festival')
  await expect.element(card('Held One')).toHaveTextContent('Follow-up: 3 day(s) overdue')
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Assigned',
    'Interested',
    'On Hold',
  ])
  expect(page.getByText('Priority').elements()).toHaveLength(2)
  await expect.element(page.getByText('3 customers')).toBeVisible()
  await expect.element(page.getByText('Last updated: 9:30 am')).toBeVisible()
  await expect.element(page.getByText('Auto-refresh every 60s')).toBeVisible()
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible()
  expect(card('Gone One').elements()).toEqual([])
})

test('while the list is fetched the screen says so', async () => {
  portal.answer(LIST, () => new Promise(() => undefined))
  await open()
  await expect.element(page.getByText('Loading customers...')).toBeVisible()
})

test('an empty list says so', async () => {
  portal.answer(LIST, json([]))
  await open()
  await expect.element(page.getByText('No assigned customers found')).toBeVisible()
})

test('between attempts the error is shown with its title, its sentence and a retry', async () => {
  portal.answer(LIST, failure(503))
  await open()
  await expect.element(page.getByText('Server Temporarily Unavailable')).toBeVisible()
  await expect.element(page.getByText('Admin portal service unavailable (503).')).toBeVisible()
  await expect.element(page.getByText('attempt 2 of 4')).toBeInTheDocument()
  portal.answer(LIST, json([newRecord()]))
  await retryNow('Try Again').click()
  await expect.element(card('Katta Manjula')).toBeVisible()
})

test('a connection error offers to retry the connection', async () => {
  portal.answer(LIST, failure(404))
  await open()
  await expect.element(page.getByText('Connection Error')).toBeVisible()
  await expect.element(retryNow('Retry Connection')).toBeVisible()
})

test.each([
  ['a 503', failure(503), 'Service temporarily unavailable - Using demo data.'],
  ['a 404', failure(404), 'Service not available - Using demo data.'],
  ['no network', noNetwork(), 'Connection failed - Using demo data.'],
  ['HTML with status 200', new Response('<html>'), 'Connection error - Using demo data.'],
])(
  'after the last attempt with %s demo customers come, marked as such',
  async (_, answer, words) => {
    portal.answer(LIST, answer)
    await open()
    await waitForLastAttempt()
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(card('Demo: Anjali Reddy')).toHaveTextContent('Demo')
    await expect.element(retryNow('Try Again')).toBeEnabled()
    await expect.poll(() => portal.calls('GET /api/admin-health')).toHaveLength(1)
  },
)

test('after a timeout nobody waits again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  portal.answer(LIST, new DOMException('', 'TimeoutError'))
  await open()
  await expect
    .element(page.getByText('Request timeout - Using demo data. Please try refreshing later.'))
    .toBeVisible()
  expect(portal.calls(LIST)).toHaveLength(1)
})

test('the customers saved on this phone come before demo ones, with their age', async () => {
  await saveSnapshot('customers', [newRecord({ member_name: 'Saved One' })])
  portal.answer(LIST, noNetwork())
  await open()
  await waitForLastAttempt()
  await expect.element(card('Saved One')).toBeVisible()
  await expect
    .element(page.getByText('Showing the customers saved on this phone at 21 Nov 2026, 9:30 am.'))
    .toBeVisible()
  expect(card('Demo').elements()).toEqual([])
})

test('a 500 that carries customers is used, and said', async () => {
  portal.answer(LIST, json([newRecord()], 500))
  await open()
  await expect.element(card('Katta Manjula')).toBeVisible()
  await expect
    .element(page.getByText('Admin portal server error (500). Using fallback data when available.'))
    .toBeVisible()
  expect(await readSnapshot('customers', customersReplySchema)).toBeUndefined()
})

test('a customer rejected on this phone does not reappear', async () => {
  portal.answer(LIST, json([newRecord({ id: 1, member_name: 'Here' }), newRecord({ id: 2 })]))
  const work = { kind: 'customer-update' as const, body: { status: 'rejected' } }
  entries.set([newEntry({ id: 'a', owner: owner(), customerId: '2', createdAt: Date.now(), work })])
  await open()
  await expect.element(card('Here')).toBeVisible()
  expect(card('Katta Manjula').elements()).toEqual([])
})

test('a refresh that brings nothing new draws no card again', async () => {
  portal.answer(LIST, json([newRecord()]))
  await open()
  await expect.element(card('Katta Manjula')).toBeVisible()
  const changes: MutationRecord[] = []
  const observer = new MutationObserver((records) => changes.push(...records))
  const list = card('Katta Manjula').element().closest('ul')!
  observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true })
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => portal.calls(LIST).length).toBeGreaterThan(1)
  await expect.element(page.getByText('Last updated: 9:31 am')).toBeVisible()
  observer.disconnect()
  expect(changes).toEqual([])
})

test('a failed health check says Disconnected and why', async () => {
  portal.answer('GET /api/ping', failure(502))
  portal.answer(LIST, json([]))
  await open()
  await expect.element(page.getByText('Disconnected')).toBeVisible()
  await expect.element(page.getByText('Server health check failed with status 502')).toBeVisible()
})
