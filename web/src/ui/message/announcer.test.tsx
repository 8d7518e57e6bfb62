import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { liveRegion } from './announcer.ts'
import { Banner } from './banner.tsx'
import { ToastHost } from './toast-host.tsx'

const said = () => liveRegion()?.textContent

const shown = (notice?: string) => (
  <>
    {notice && <Banner kind="warning">{notice}</Banner>}
    <ToastHost dismissLabel="Dismiss" />
  </>
)

test('what comes to the page is said in a region that stood there before, and again when it has changed', async () => {
  const { rerender } = await render(shown())
  const before = liveRegion()
  expect(before?.textContent).toBe('')
  expect(before?.isConnected).toBe(true)
  await rerender(shown('Saved list'))
  await expect.poll(said).toBe('Saved list')
  expect(liveRegion()).toBe(before)
  // Nowhere on the page a second time.
  expect(page.getByText('Saved list').elements()).toHaveLength(1)
  await rerender(shown('Saved list'))
  await rerender(shown('Fresh list'))
  await expect.poll(said).toContain('Fresh list')
  expect(said()?.replace('Saved list', '')).toBe('Fresh list')
})

test('it is taken away once it has been heard', async () => {
  const { rerender } = await render(shown())
  await rerender(shown('Saved list'))
  await expect.poll(said).toBe('Saved list')
  await expect.poll(said).toBe('')
  await expect.element(page.getByText('Saved list')).toBeVisible()
})

test('an error is an alert, which says itself', async () => {
  await render(
    <>
      <Banner kind="error">No list</Banner>
      <ToastHost dismissLabel="Dismiss" />
    </>,
  )
  await expect.element(page.getByRole('alert').filter({ hasText: 'No list' })).toBeVisible()
  expect(said()).toBe('')
})
