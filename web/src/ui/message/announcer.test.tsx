import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { liveRegion } from './announcer.ts'
import { Banner } from './banner.tsx'
import { ToastHost } from './toast-host.tsx'

const announced = () => liveRegion()?.textContent

const shown = (notice?: string) => (
  <>
    {notice && <Banner kind="warning">{notice}</Banner>}
    <ToastHost dismissLabel="Dismiss" />
  </>
)

test('new text is announced in an existing live region, and again after a change', async () => {
  const { rerender } = await render(shown())
  const before = liveRegion()
  expect(before?.textContent).toBe('')
  expect(before?.isConnected).toBe(true)
  await rerender(shown('Saved list'))
  await expect.poll(announced).toBe('Saved list')
  expect(liveRegion()).toBe(before)
  // The text must not be on the page twice.
  expect(page.getByText('Saved list').elements()).toHaveLength(1)
  await rerender(shown('Saved list'))
  await rerender(shown('Fresh list'))
  await expect.poll(announced).toContain('Fresh list')
  expect(announced()?.replace('Saved list', '')).toBe('Fresh list')
})

test('the announced text is removed after a second', async () => {
  const { rerender } = await render(shown())
  await rerender(shown('Saved list'))
  await expect.poll(announced).toBe('Saved list')
  await expect.poll(announced).toBe('')
  await expect.element(page.getByText('Saved list')).toBeVisible()
})

test('an error is an alert and needs no announcement', async () => {
  await render(
    <>
      <Banner kind="error">No list</Banner>
      <ToastHost dismissLabel="Dismiss" />
    </>,
  )
  await expect.element(page.getByRole('alert').filter({ hasText: 'No list' })).toBeVisible()
  expect(announced()).toBe('')
})
