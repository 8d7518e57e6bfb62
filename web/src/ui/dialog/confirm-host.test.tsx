import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import '../../styles/tokens.css'
import '../../styles/base.css'
import { ConfirmHost } from './confirm-host.tsx'
import { confirm, pendingConfirm } from './confirm-store.ts'

const question = { message: 'Clear the cart?', confirmLabel: 'Clear', cancelLabel: 'Keep' }

function dialog() {
  return page.getByRole('alertdialog', { name: 'Clear the cart?' })
}

test('the confirming button answers yes and closes the question', async () => {
  await render(<ConfirmHost />)
  const answer = confirm(question)
  await dialog().getByRole('button', { name: 'Clear' }).click()
  expect(await answer).toBe(true)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the other button answers no', async () => {
  await render(<ConfirmHost />)
  const answer = confirm(question)
  await dialog().getByRole('button', { name: 'Keep' }).click()
  expect(await answer).toBe(false)
})

test('Esc answers no and returns the focus', async () => {
  await render(
    <>
      <button type="button">Before</button>
      <ConfirmHost />
    </>,
  )
  const before = page.getByRole('button', { name: 'Before' })
  await before.click()
  const answer = confirm(question)
  await expect.element(dialog().getByRole('button', { name: 'Keep' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(await answer).toBe(false)
  await expect.element(before).toHaveFocus()
})

test('a tap beside the dialog answers no, a tap inside does not', async () => {
  await render(<ConfirmHost />)
  const answer = confirm(question)
  await dialog().getByRole('heading').click()
  await expect.element(dialog()).toBeVisible()
  await userEvent.click(dialog(), { position: { x: 5, y: -40 }, force: true })
  expect(await answer).toBe(false)
})

test('a new question does not revoke a yes that is already given', async () => {
  const answer = confirm(question)
  const asked = pendingConfirm.get()
  asked?.answer(true)
  asked?.answer(false)
  expect(await answer).toBe(true)
})

test('a second question closes the first, which then has no answer', async () => {
  await render(<ConfirmHost />)
  const first = confirm({ ...question, message: 'First?' })
  const second = confirm(question)
  expect(await first).toBeUndefined()
  await dialog().getByRole('button', { name: 'Clear' }).click()
  expect(await second).toBe(true)
})

test('a question with a title has its message as description', async () => {
  await render(<ConfirmHost />)
  const answer = confirm({ ...question, title: 'Cart' })
  const titled = page.getByRole('alertdialog', { name: 'Cart' })
  await expect.element(titled).toHaveAccessibleDescription('Clear the cart?')
  await titled.getByRole('button', { name: 'Keep' }).click()
  expect(await answer).toBe(false)
})

test('the subject of a question is below it and part of its description', async () => {
  await render(<ConfirmHost />)
  void confirm({ ...question, subject: 'Katta Manjula #7' })
  await expect.element(dialog()).toHaveAccessibleDescription('Katta Manjula #7')
})

test('the advised answer has the primary button; by default it is the confirming one', async () => {
  await render(<ConfirmHost />)
  const colour = (name: string) =>
    getComputedStyle(dialog().getByRole('button', { name }).element()).backgroundColor
  void confirm(question)
  await expect.element(dialog()).toBeVisible()
  const [prominent, plain] = [colour('Clear'), colour('Keep')]
  expect(prominent).not.toBe(plain)
  void confirm({ ...question, isCancelAdvised: true })
  await expect.poll(() => [colour('Keep'), colour('Clear')]).toEqual([prominent, plain])
})
