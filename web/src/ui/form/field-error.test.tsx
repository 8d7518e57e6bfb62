import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { FieldError } from './field-error.tsx'

const error = page.getByRole('alert')

interface FormProps {
  control: 'button' | 'input'
  isWrong?: boolean
}

function Form({ control: Control, isWrong }: FormProps) {
  return (
    <>
      <Control aria-label="Weight" />
      <div style={{ height: '120vh' }} />
      {isWrong && <FieldError id="error">Weight must be at least 20g</FieldError>}
    </>
  )
}

async function showBelowWindow(control: FormProps['control']) {
  const { rerender } = await render(<Form control={control} />)
  document.querySelector<HTMLElement>(control)?.focus()
  await rerender(<Form control={control} isWrong />)
}

test('an error that blocks a tap is scrolled into view', async () => {
  await showBelowWindow('button')
  await expect.element(error).toBeInViewport({ ratio: 1 })
})

test('the page does not scroll while the runner types', async () => {
  await showBelowWindow('input')
  await expect.element(error).toBeInTheDocument()
  await expect.element(error).not.toBeInViewport()
})
