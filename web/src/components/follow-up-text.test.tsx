import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../styles/tokens.css'
import { FollowUpText } from './follow-up-text.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-02-14T10:00:00+05:30') })
})
afterEach(() => {
  vi.useRealTimers()
})

const red = 'rgb(168, 26, 20)'
const green = 'rgb(19, 97, 48)'
const blue = 'rgb(11, 87, 208)'

test.each([
  ['2024-02-11', '3 day(s) overdue', red],
  ['2024-02-14', 'Today', green],
  ['2024-02-15', '15 Feb 2024', blue],
])('a follow-up on %s reads "%s" in its colour', async (date, words, color) => {
  await render(<FollowUpText date={date} />)
  const text = page.getByText(words, { exact: true })
  await expect.element(text).toHaveStyle({ color })
})
