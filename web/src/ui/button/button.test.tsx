import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { Button } from './button.tsx'

test('a busy button shows its busy label, keeps the focus and ignores a second tap or Enter', async () => {
  const handleSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
    event.preventDefault(),
  )
  const handleClick = vi.fn<() => void>()
  const form = (busy: boolean) => (
    <form onSubmit={handleSubmit}>
      <input aria-label="Phone" />
      <Button type="submit" busy={busy} busyLabel="Confirming Order..." onClick={handleClick}>
        CONFIRM
      </Button>
    </form>
  )
  const screen = await render(form(false))
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await screen.rerender(form(true))

  const busy = page.getByRole('button', { name: 'Confirming Order...' })
  await expect.element(busy).toHaveFocus()
  await busy.click({ force: true })
  await page.getByRole('textbox', { name: 'Phone' }).click()
  await userEvent.keyboard('{Enter}')
  expect(handleClick).toHaveBeenCalledTimes(1)
  expect(handleSubmit).toHaveBeenCalledTimes(1)
})

test('a reason disables the button and describes it', async () => {
  await render(<Button disabledReason="Enter a weight first">Cash</Button>)
  const button = page.getByRole('button', { name: 'Cash' })
  await expect.element(button).toBeDisabled()
  await expect.element(button).toHaveAccessibleDescription('Enter a weight first')
})
