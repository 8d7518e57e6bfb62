import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { FieldError } from './field-error.tsx'

test('what is wrong is in sight, also below the window', async () => {
  await render(
    <>
      <div style={{ height: '120vh' }} />
      <FieldError id="error">Weight must be at least 20g</FieldError>
    </>,
  )
  await expect.element(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
})
