import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { ToastHost } from './toast-host.tsx'
import { dismissToast, showToast } from './toast-store.ts'

afterEach(dismissToast)

test('a new toast takes the place of the older [R-9.040]', async () => {
  await render(<ToastHost dismissLabel="Dismiss" />)
  showToast({ message: 'Saved' })
  await expect.element(page.getByText('Saved')).toBeVisible()
  showToast({ message: 'Sent', tone: 'success' })
  await expect.element(page.getByText('Sent')).toBeVisible()
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
})

test('an error is an alert, and nothing else is', async () => {
  await render(<ToastHost dismissLabel="Dismiss" />)
  showToast({ message: 'Saved' })
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
  showToast({ message: 'Failed', tone: 'error' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed')
})

test('the dismiss button takes it away', async () => {
  await render(<ToastHost dismissLabel="Dismiss" />)
  showToast({ message: 'Saved' })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
})
