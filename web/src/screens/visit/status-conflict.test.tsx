/** A status change that is older than one of the office, from the tap to the runner's decision. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newRecord } from '../../../test/customers.ts'
import { chooseStatus, DETAILS, openEnquiry } from '../../../test/enquiry.tsx'
import { signInRunner, storedEntries } from '../../../test/runner.ts'
import { clearVisits } from '../../../test/show-screen.tsx'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { queryClient } from '../../api/query-client.ts'
import { setLanguage, type Language } from '../../i18n/language.ts'
import { entries } from '../../outbox/entries.ts'
import { onOutcome, withdraw } from '../../outbox/page-outbox.ts'
import { followSentWork } from '../../outbox/sent-work.ts'
import EnquiryDetails from './enquiry-details.tsx'

const WORK = 'POST /api/work'
const office = { status: 'hold', comments: 'Call first', next_followup: '2099-12-01' }
const error = { code: 'conflict', message: 'Newer.', fields: [{ path: 'status', reason: 'old' }] }
const conflict = json({ results: [{ outcome: 'not-recorded', status: 409, office, error }] })
const recorded = json({ results: [{ outcome: 'recorded' }] })

let server: StandInServer
beforeEach(() => {
  queryClient.clear()
  clearVisits()
  signInRunner()
  server = startStandInServer()
  server.answer(DETAILS, json([newRecord({ comments: 'Likes tea', next_followup: '2026-11-20' })]))
  server.answer(WORK, conflict)
  return followSentWork(onOutcome)
})
afterEach(async () => {
  for (const { id } of entries.get()) await withdraw(id)
  await setLanguage('en')
})

/** The runner rejects the customer as the screen shows them; then the office's values are the newer ones. */
async function reject() {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Rejected (Not Interested)', 'rejected')
  await expect.poll(() => server.calls(WORK)).toHaveLength(1)
  window.history.pushState(null, '', '/enquiry-details/7')
}

const sentWork = () =>
  server
    .calls(WORK)
    .map(({ body }) => (body as { items: { id: string; work: { seen: object } }[] }).items[0])
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the change of a status says what the runner saw, and when', async () => {
  const before = Date.now()
  await reject()
  const { at, ...seen } = sentWork()[0]!.work.seen as { at: string }
  expect(seen).toEqual({
    status: 'assigned',
    comments: 'Likes tea',
    next_followup: '2026-11-20',
  })
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
})

test.each<[Language, string, string]>([
  ['en', 'The office has: On Hold · Call first · 1 Dec 2099.', "Keep the office's"],
  ['te', 'Call first · 1 డిసెం 2099.', 'ఆఫీసుది ఉంచండి'],
])('in %s the runner sees what the office has', async (language, words, label) => {
  await reject()
  await setLanguage(language)
  await expect.element(page.getByText(words).first()).toBeVisible()
  await expect.element(button(label)).toBeVisible()
  await expect.element(page.getByText('It stays on this phone')).not.toBeInTheDocument()
})

test('the runner keeps what the office has, and nothing is sent', async () => {
  await reject()
  await button("Keep the office's").click()
  await expect.poll(storedEntries).toEqual([])
  await expect.element(button("Keep the office's")).not.toBeInTheDocument()
  expect(server.calls(WORK)).toHaveLength(1)
})

test('the runner sends the status again, and says that the values of the office were seen', async () => {
  await reject()
  await expect.element(button('Send again')).toBeVisible()
  server.answer(WORK, recorded)
  await button('Send again').click()
  await expect.poll(() => sentWork()).toHaveLength(2)
  const [first, second] = sentWork()
  expect(second?.id).toBe(first?.id)
  expect(second?.work.seen).toMatchObject(office)
  await expect.poll(storedEntries).toEqual([])
})
