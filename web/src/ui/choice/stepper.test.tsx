import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { Stepper } from './stepper.tsx'

function Example() {
  const [quantity, setQuantity] = useState(1)
  return (
    <Stepper
      label="Quantity of Handbag"
      decreaseLabel="One less"
      increaseLabel="One more"
      value={quantity}
      onChange={setQuantity}
      max={2}
    />
  )
}

test('the stepper stays between its bounds and announces the quantity', async () => {
  await render(<Example />)
  const group = page.getByRole('group', { name: 'Quantity of Handbag' })
  const less = group.getByRole('button', { name: 'One less' })
  const more = group.getByRole('button', { name: 'One more' })

  await expect.element(less).toBeDisabled()
  await more.click()
  await expect.element(group.getByRole('status')).toHaveTextContent('2')
  await expect.element(more).toBeDisabled()
  await less.click()
  await expect.element(group.getByRole('status')).toHaveTextContent('1')
  await expect.element(less).toBeDisabled()
})
