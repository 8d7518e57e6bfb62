import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInRunner } from '../../test/runner.ts'
import { showScreen } from '../../test/show-screen.tsx'
import { endSession } from '../state/session.ts'
import NotFound from './not-found.tsx'

const home = page.getByRole('link', { name: 'Return to Home' })

test('an unknown address shows a message and links a signed-in runner to the deliveries [R-2.009, R-2.010]', async () => {
  signInRunner()
  await showScreen(<NotFound />, '/nowhere')
  await expect.element(page.getByText('Oops! Page not found')).toBeVisible()
  await expect.element(home).toHaveAttribute('href', '/deliveries')
})

test('without a session the link leads to the login [R-2.010]', async () => {
  endSession()
  await showScreen(<NotFound />, '/nowhere')
  await expect.element(home).toHaveAttribute('href', '/login')
})
