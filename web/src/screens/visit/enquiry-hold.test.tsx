import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { beforePut } from '../../../test/before-put.ts'
import {
  chooseStatus,
  DETAILS,
  ENQUIRY,
  openEnquiry,
  startEnquiryServer,
  UPDATE,
} from '../../../test/enquiry.tsx'
import { newRecord } from '../../../test/customers.ts'
import { json, noNetwork, type StandInServer } from '../../../test/stand-in-server.ts'
import { address } from '../../../test/show-screen.tsx'
import { entries } from '../../outbox/entries.ts'
import { newPhone } from '../../../test/runner.ts'
import { startSession } from '../../state/session.ts'
import { today } from '../../state/today.ts'
import { typeText } from '../../state/typed-fields.ts'
import EnquiryDetails from './enquiry-details.tsx'

const holdDialog = page.getByRole('dialog', { name: 'Hold this customer' })
const comments = holdDialog.getByLabelText('Comments')

const facts = page.getByRole('main')

/** A stored status leads to the list. */
async function backFromList() {
  await expect.poll(address).toBe('/deliveries')
  window.history.pushState(null, '', ENQUIRY)
}

let server: StandInServer

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server = startEnquiryServer()
})

test('Hold opens a dialog that needs a comment [R-4.015, R-5.070]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('   ')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect
    .element(holdDialog.getByRole('alert'))
    .toHaveTextContent('Please enter comments for holding this customer')
  expect(server.calls(UPDATE)).toEqual([])
})

test('Hold accepts no follow-up before today [R-4.016]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('Later')
  const followUp = holdDialog.getByLabelText('Next follow-up date (optional)')
  await expect.element(followUp).toHaveAttribute('min', today.get())
  await followUp.fill('2020-01-01')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect
    .element(holdDialog.getByRole('alert'))
    .toHaveTextContent('Please choose today or a later date')
  await expect.poll(address).toBe(ENQUIRY)
})

test('Hold accepts no follow-up in a year that the server cannot read', async () => {
  await openEnquiry(<EnquiryDetails />)
  typeText('hold_7', 'nextFollowup', '20261-12-01')
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('Later')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect
    .element(holdDialog.getByRole('alert'))
    .toHaveTextContent('Please choose today or a later date')
  await expect.poll(address).toBe(ENQUIRY)
})

test('Hold sends comment and follow-up, and goes back to the deliveries [R-3.057, R-4.015, R-4.017]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill(' After the festival ')
  await holdDialog.getByLabelText('Next follow-up date (optional)').fill('2099-12-01')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect.poll(() => address()).toBe('/deliveries')
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(1)
  expect(server.calls(UPDATE)[0]?.body).toEqual({
    status: 'hold',
    notes: 'After the festival',
    comments: 'After the festival',
    runner_id: 1,
    next_followup: '2099-12-01',
  })
})

test('Hold needs no follow-up, and accepts today [R-4.015, R-4.016]', async () => {
  await openEnquiry(<EnquiryDetails />)
  for (const date of ['', today.get()]) {
    await chooseStatus('Hold (May be Later)', 'hold')
    await comments.fill('Later')
    await holdDialog.getByLabelText('Next follow-up date (optional)').fill(date)
    await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
    await expect.poll(() => address()).toBe('/deliveries')
    window.history.pushState(null, '', ENQUIRY)
  }
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(2)
  const bodies = server.calls(UPDATE).map(({ body }) => body)
  expect(bodies[0]).not.toHaveProperty('next_followup')
  expect(bodies[1]).toMatchObject({ next_followup: today.get() })
})

test('a hold that is not sent yet shows its own comment and follow-up; a rejection after it keeps them', async () => {
  const held = newRecord({ status: 'hold', comments: 'Away', next_followup: '2020-01-01' })
  server.answer(DETAILS, json([held]))
  server.answer(UPDATE, noNetwork())
  await openEnquiry(<EnquiryDetails />)
  await expect.element(facts).toHaveTextContent('Away')
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('After the festival')
  await holdDialog.getByLabelText('Next follow-up date (optional)').fill('2099-12-01')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await backFromList()
  await expect.element(facts).toHaveTextContent('After the festival')
  await expect.element(facts).toHaveTextContent('1 Dec 2099')
  await expect.element(facts).not.toHaveTextContent('overdue')
  await chooseStatus('Rejected (Not Interested)', 'rejected')
  await backFromList()
  await expect.element(facts).toHaveTextContent('After the festival')
})

test('a hold that a slow phone stores late leaves no other screen', async () => {
  const { unmount } = await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('Later')
  const submit = holdDialog.getByRole('button', { name: 'Put on hold' }).element() as HTMLElement
  submit.click()
  await unmount()
  window.history.pushState(null, '', '/enquiry-details/8')
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(1)
  await expect.poll(() => entries.get()).toEqual([])
  expect(address()).toBe('/enquiry-details/8')
})

test('Escape closes the hold dialog without a change', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('Later')
  await userEvent.keyboard('{Escape}')
  await expect.element(holdDialog).not.toBeInTheDocument()
  expect(server.calls(UPDATE)).toEqual([])
})

test('a reason that a full phone could not store is there again when the runner holds the customer again', async () => {
  const endFull = beforePut((store) => {
    if (store === 'outbox') throw new DOMException('full', 'QuotaExceededError')
  })
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('After the festival')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect.poll(() => address()).toBe('/deliveries')
  endFull()
  window.history.pushState(null, '', ENQUIRY)
  await chooseStatus('Hold (May be Later)', 'hold')
  await expect.element(comments).toHaveValue('After the festival')
  await holdDialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect.poll(() => server.calls(UPDATE)).toHaveLength(1)
  window.history.pushState(null, '', ENQUIRY)
  await chooseStatus('Hold (May be Later)', 'hold')
  await expect.element(comments).toHaveValue('')
})

test('the next runner does not see the reason that the last one has typed, also without a sign-out', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await comments.fill('After the festival')
  // After a lost session somebody else enters a phone.
  startSession(newPhone(), undefined)
  await chooseStatus('Hold (May be Later)', 'hold')
  await expect.element(comments).toHaveValue('')
})
