import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { ToastHost } from './toast-host.tsx'
import { dismissToast, showToast } from './toast-store.ts'

afterEach(dismissToast)

test('a new toast replaces the older one [R-9.040]', async () => {
  await render(<ToastHost dismissLabel="Dismiss" />)
  showToast({ message: 'Saved' })
  await expect.element(page.getByText('Saved')).toBeVisible()
  showToast({ message: 'Sent', tone: 'success' })
  await expect.element(page.getByText('Sent')).toBeVisible()
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
})

test('only an error is an alert', async () => {
  await render(<ToastHost dismissLabel="Dismiss" />)
  showToast({ message: 'Saved' })
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
  showToast({ message: 'Failed', tone: 'error' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed')
})

test('the dismiss button removes the toast', async () => {
  await render(<ToastHost dismissLabel="Dismiss" />)
  showToast({ message: 'Saved' })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
})
