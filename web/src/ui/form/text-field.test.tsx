import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { TextField } from './text-field.tsx'

function Example({ error }: { error?: string }) {
  const [weight, setWeight] = useState('')
  return (
    <>
      <TextField
        label="Black Hair"
        hint="₹70 per 20g"
        error={error}
        suffix="g"
        inputMode="decimal"
        value={weight}
        onChange={setWeight}
      />
      <p>{`Entered ${weight}`}</p>
    </>
  )
}

const field = page.getByRole('textbox', { name: 'Black Hair' })

test('the label names the field and the hint describes it', async () => {
  await render(<Example />)
  await expect.element(field).toHaveAccessibleDescription('₹70 per 20g')
  await expect.element(field).toBeValid()
  await field.fill('120')
  await expect.element(page.getByText('Entered 120')).toBeVisible()
})

test('an error marks the field, describes it after the hint and is announced', async () => {
  await render(<Example error="At least 20g" />)
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveAccessibleDescription('₹70 per 20g At least 20g')
  await expect.element(page.getByRole('alert')).toHaveTextContent('At least 20g')
})
