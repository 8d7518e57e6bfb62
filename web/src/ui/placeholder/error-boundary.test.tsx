import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('a bug')
}

test('a bug in a screen shows a message and a link to the home screen, and is reported', async () => {
  // React also logs a caught error to the console.
  vi.spyOn(console, 'error').mockReturnValue()
  const handleError = vi.fn<(error: unknown) => void>()
  await render(
    <ErrorBoundary
      title="Something went wrong"
      message="Your work is kept."
      homeLabel="Home"
      homeHref="/deliveries"
      onError={handleError}
    >
      <Broken />
    </ErrorBoundary>,
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your work is kept.')
  await expect
    .element(page.getByRole('link', { name: 'Home' }))
    .toHaveAttribute('href', '/deliveries')
  expect(handleError.mock.calls[0]?.[0]).toEqual(new Error('a bug'))
})
