import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newRecord } from '../../../test/customers.ts'
import { openEnquiry } from '../../../test/enquiry.tsx'
import { silence, watchGivenUpCalls } from '../../../test/given-up-calls.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { clearVisits } from '../../../test/show-screen.tsx'
import { pass, standing, stopClock, words } from '../../../test/stopped-clock.ts'
import { customerQuery } from '../../api/customer-queries.ts'
import { storeSnapshot } from '../../state/snapshots.ts'
import { queryClient } from '../../api/query-client.ts'
import EnquiryDetails from './enquiry-details.tsx'

const DETAILS = 'GET /api/customers'
const failure = (status: number) => new Response('', { status })

let server: StandInServer

beforeEach(() => {
  stopClock()
  vi.spyOn(console, 'warn').mockReturnValue()
  clearVisits()
  signInRunner()
  server = startStandInServer()
})

/** The number of failed attempts. */
const failures = () => queryClient.getQueryState(customerQuery('7').queryKey)?.fetchFailureCount

/** Expects the three attempts after the first, each 3 s after the failure and not earlier. */
async function seeRetries() {
  for (const made of [1, 2, 3]) {
    await expect.poll(failures, standing).toBe(made)
    await pass(2_999)
    expect(server.calls(DETAILS)).toHaveLength(made)
    await pass(1)
    await expect.poll(() => server.calls(DETAILS).length, standing).toBe(made + 1)
  }
}

test.each([
  ['a 500 [R-8.032]', failure(500), 'Server error. Please try again later.'],
  ['a 404 [R-8.033]', failure(404), 'Customer details not found. Please try again.'],
  ['another status [R-8.034]', failure(502), 'Unable to connect. Please check your connection.'],
  ['no network [R-8.034]', noNetwork(), 'Unable to connect. Please check your connection.'],
  [
    'HTML with status 200 [R-8.034]',
    new Response('<html>'),
    'Unable to connect. Please check your connection.',
  ],
])(
  '%s shows its message, and the request is repeated three times, 3 s apart [R-8.035]',
  async (_, answer, sentence) => {
    server.answer(DETAILS, answer)
    await openEnquiry(<EnquiryDetails />)
    await expect.poll(words, standing).toContain(sentence)
    await seeRetries()
    await expect.poll(words, standing).toContain(sentence)
    await pass(30_000)
    expect(server.calls(DETAILS)).toHaveLength(4)
  },
)

test('15 s without an answer are a time-out, which is shown and not retried [R-7.009, R-8.031, R-8.036]', async () => {
  const givenUp = watchGivenUpCalls()
  server.answer(DETAILS, silence)
  await openEnquiry(<EnquiryDetails />)
  await pass(14_999)
  await expect.poll(words, standing).toContain('Loading customer details...')
  await pass(1)
  await expect
    .poll(words, standing)
    .toContain('Server is taking too long to respond. Please try again.')
  expect(givenUp).toEqual([{ call: DETAILS, afterMs: 15_000 }])
  await pass(60_000)
  expect(server.calls(DETAILS)).toHaveLength(1)
})

test('Retry sends a request at once, also between two attempts', async () => {
  server.answer(DETAILS, failure(500))
  await openEnquiry(<EnquiryDetails />)
  await expect.poll(words, standing).toContain('Server error. Please try again later.')
  server.answer(DETAILS, json([newRecord()]))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(words, standing).toContain('Katta Manjula')
  expect(server.calls(DETAILS)).toHaveLength(2)
})

test('without network the details of the snapshot are shown, with the reason', async () => {
  await storeSnapshot('customers', JSON.stringify([newRecord({ member_name: 'Saved One' })]))
  server.answer(DETAILS, noNetwork())
  await openEnquiry(<EnquiryDetails />)
  await seeRetries()
  await expect.poll(words, standing).toContain('Saved One')
  await expect.poll(words, standing).toContain('Showing the details saved on this phone.')
})
