import type { LostWork } from '@veni/domain/api/reconciliation'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { randomId } from '../../lib/random-id.ts'
import { lostWork } from '../../outbox/lost-work.ts'
import { readLostWork } from '../../outbox/reconciliation/phone-reconciliation.ts'
import { SentRows } from '../../outbox/reconciliation/sent-rows-of.ts'
import { storeSenderSettings } from '../../outbox/sender-settings.ts'
import { storeSealingKey } from '../../state/sealing-keys.ts'
import { askForSignIn, endSession, owner, session, startSession } from '../../state/session.ts'
import { confirm, pendingConfirm } from '../../ui/dialog/confirm-store.ts'
import { ConfirmHost } from '../../ui/dialog/confirm-host.tsx'
import { LostWorkNotice } from './lost-work-notice.tsx'
import { showLoss } from './show-loss.ts'

const newLoss = (reportedAt: string, customerId: string): LostWork => ({
  is_this_phone: true,
  reported_at: reportedAt,
  items: [{ id: randomId(), kind: 'deal', customer_id: customerId, photos: 0, at: reportedAt }],
})

const [older, newer] = [
  newLoss('2026-11-20T09:00:00.000Z', '7'),
  newLoss('2026-11-21T09:00:00.000Z', '8'),
]

const dialog = page.getByRole('alertdialog')

/** Signs a runner in on a phone for which the last reply of the server named these losses. */
async function signInWith(phone: string, ...lost: LostWork[]): Promise<SentRows> {
  startSession(phone, { id: phone, name: 'Ravi' })
  const { public_key: publicKey } = await newSealingKeys()
  storeSealingKey(owner(), publicKey)
  await storeSenderSettings()
  const rows = new SentRows(publicKey)
  await rows.readPhone()
  await rows.changePhone({ lost })
  return rows
}

afterEach(async () => {
  endSession()
  await storeSenderSettings()
})

test('the dialog shows the newest loss, and each later one again', async () => {
  const rows = await signInWith('9000000041', older)
  await render(<ConfirmHost />)
  await readLostWork(owner())
  expect(lostWork.get().isNew).toBe(true)
  const shown = showLoss()
  await expect.element(dialog).toHaveTextContent('Customers: #7.')
  // The server names a later one while the dialog is open.
  await rows.changePhone({ lost: [older, newer] })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await shown
  expect(lostWork.get().isNew).toBe(true)
  const shownAgain = showLoss()
  await expect.element(dialog).toHaveTextContent('Customers: #8.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await shownAgain
  expect(lostWork.get()).toMatchObject({ losses: [newer, older], isNew: false })
})

test('the next runner on the phone does not see what another one has lost', async () => {
  await signInWith('9000000042', older)
  await readLostWork(owner())
  expect(lostWork.get().losses).toEqual([older])
  await signInWith('9000000043')
  const shown: string[] = []
  const { container } = await render(<LostWorkNotice />)
  shown.push(container.textContent)
  await expect.poll(() => lostWork.get().owner).toBe(owner())
  shown.push(container.textContent)
  expect(shown).toEqual(['', ''])
})

const question = { message: 'Clear the cart?', confirmLabel: 'Clear', cancelLabel: 'Keep' }

test('a loss that was hidden with the app before anybody read it is shown after the sign-in [R-7.062]', async () => {
  await signInWith('9000000044', older)
  await render(<ConfirmHost />)
  await readLostWork(owner())
  const shown = showLoss()
  await expect.element(dialog).toBeVisible()
  // As hide-when-idle.ts does.
  askForSignIn()
  pendingConfirm.get()?.answer()
  await shown
  // A comparison finds it again while the app is hidden, and nobody must see it.
  await readLostWork(owner())
  expect(lostWork.get().isNew).toBe(true)
  await showLoss()
  expect(dialog.elements()).toEqual([])
  startSession('9000000044', session.get()?.runner)
  const shownAgain = showLoss()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await shownAgain
  expect(lostWork.get().isNew).toBe(false)
})

test('the dialog waits for the answer to an open question, and comes again after one that replaced it [R-7.062]', async () => {
  await signInWith('9000000045', older)
  await render(<ConfirmHost />)
  await readLostWork(owner())
  const first = confirm(question)
  const shown = showLoss()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  expect(await first).toBe(true)
  await expect.element(dialog).toHaveTextContent('Customers: #7.')
  const second = confirm(question)
  await dialog.getByRole('button', { name: 'Keep' }).click()
  expect(await second).toBe(false)
  await expect.element(dialog).toHaveTextContent('Customers: #7.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await shown
  expect(lostWork.get().isNew).toBe(false)
})
