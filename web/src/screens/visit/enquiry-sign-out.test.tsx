import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import {
  chooseStatus,
  ENQUIRY,
  enquiryButton,
  openEnquiry,
  startEnquiryServer,
  UPDATE,
} from '../../../test/enquiry.tsx'
import { newPhone, storedEntries } from '../../../test/runner.ts'
import type { StandInServer } from '../../../test/stand-in-server.ts'
import { address, newVisitCustomer } from '../../../test/show-screen.tsx'
import { closeAtSignOut } from '../../features/sign-in/close-at-sign-out.ts'
import { painted } from '../../lib/after-paint.ts'
import { followOtherTabs, owner, PHONE_KEY } from '../../state/session.ts'
import { activeVisit, selectCustomer, updateCart } from '../../state/visit.ts'
import EnquiryDetails from './enquiry-details.tsx'

followOtherTabs(() => sessionStorage.clear())

/** Another tab signs the runner out. @param next the phone of the runner who then signs in there */
function signOutElsewhere(next?: string): void {
  localStorage.removeItem(PHONE_KEY)
  publishChange(null)
  if (next === undefined) return
  localStorage.setItem(PHONE_KEY, next)
  publishChange(next)
}

function publishChange(newValue: string | null): void {
  const change = { key: PHONE_KEY, newValue, storageArea: localStorage }
  window.dispatchEvent(new StorageEvent('storage', change))
}

const question = page.getByRole('alertdialog')
const holdDialog = page.getByRole('dialog', { name: 'Hold this customer' })

async function answerOk(): Promise<void> {
  await question.getByRole('button', { name: 'OK' }).click()
  await expect.element(question).not.toBeInTheDocument()
  // What an answer leads to begins after the next paint.
  await painted()
}

let server: StandInServer

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server = startEnquiryServer()
})

test('a question that is answered after a sign-out in another tab opens no visit [R-7.061]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await enquiryButton('Interested (Convert to Order)').click()
  await expect.element(question).toBeVisible()
  signOutElsewhere()
  await answerOk()
  expect(activeVisit.get()).toBeUndefined()
  expect(sessionStorage.getItem('selectedCustomerId')).toBeNull()
  expect(address()).toBe(ENQUIRY)
})

test('the next runner queues no status with the question of the last one [R-7.061]', async () => {
  // The server fails, so that the status stays in the outbox until the test has read it.
  server.answer(UPDATE, new Response('', { status: 500 }))
  await openEnquiry(<EnquiryDetails />)
  await enquiryButton('Rejected (Not Interested)').click()
  await expect.element(question).toBeVisible()
  signOutElsewhere(newPhone())
  await answerOk()
  expect(address()).toBe(ENQUIRY)
  await chooseStatus('Rejected (Not Interested)', 'rejected')
  await expect.poll(address).toBe('/deliveries')
  const own = (await storedEntries()).filter((entry) => Object(entry).owner === owner())
  expect(own).toHaveLength(1)
})

test('the question about the cart of the last runner opens no visit of the next one', async () => {
  selectCustomer(newVisitCustomer())
  updateCart((cart) => addProduct(cart, DEMO_PRODUCTS[0]!))
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Interested (Convert to Order)', 'pending (interested)')
  await expect.element(question).toHaveTextContent('Lakshmi')
  signOutElsewhere(newPhone())
  await answerOk()
  expect(activeVisit.get()).toBeUndefined()
  expect(address()).toBe(ENQUIRY)
})

test('the dialog of a hold closes when the runner signs out in another tab [R-7.061]', async () => {
  await openEnquiry(<EnquiryDetails />)
  await chooseStatus('Hold (May be Later)', 'hold')
  await expect.element(holdDialog).toBeVisible()
  signOutElsewhere(newPhone())
  await expect.element(holdDialog).not.toBeInTheDocument()
})

test('a question closes when the runner signs out in another tab, and not when the server has checked the code', async () => {
  onTestFinished(closeAtSignOut())
  await openEnquiry(<EnquiryDetails />)
  await enquiryButton('Interested (Convert to Order)').click()
  await expect.element(question).toHaveTextContent('Katta Manjula #7')
  publishChange(localStorage.getItem(PHONE_KEY))
  await painted()
  await expect.element(question).toBeVisible()
  signOutElsewhere()
  await expect.element(question).not.toBeInTheDocument()
})
