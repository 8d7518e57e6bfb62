import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../styles/tokens.css'
import { today } from '../../state/today.ts'
import { FollowUpText } from './follow-up-text.tsx'

const seeAt = (instant: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${instant}+05:30`) })
afterEach(() => {
  vi.useRealTimers()
})

const red = 'rgb(168, 26, 20)'
const green = 'rgb(19, 97, 48)'
const blue = 'rgb(11, 87, 208)'

test.each([
  ['today [R-9.030]', '2024-02-14', 'Today', green],
  ['the day before [R-9.031]', '2024-02-13', '1 day(s) overdue', red],
  ['three days before [R-9.031]', '2024-02-11', '3 day(s) overdue', red],
  ['the day after [R-9.032]', '2024-02-15', '15 Feb 2024', blue],
  ['next year [R-9.032]', '2025-01-01', '1 Jan 2025', blue],
])('a follow-up of %s has its own text and colour', async (_, date, words, color) => {
  seeAt('2024-02-14T10:00:00')
  await render(<FollowUpText date={date} today={today.get()} />)
  const text = page.getByText(words, { exact: true })
  await expect.element(text).toHaveStyle({ color })
})

// In Greenwich it is the 13th until 05:30, and the 14th from then on.
test.each([
  ['2024-02-13T23:59:59', '14 Feb 2024'],
  ['2024-02-14T00:00:00', 'Today'],
  ['2024-02-14T05:29:59', 'Today'],
  ['2024-02-14T05:30:00', 'Today'],
  ['2024-02-14T23:59:59', 'Today'],
  ['2024-02-15T00:00:00', '1 day(s) overdue'],
])(
  "on the runner's clock at %s a follow-up of 14 February reads %s [R-9.033]",
  async (instant, words) => {
    seeAt(instant)
    await render(<FollowUpText date="2024-02-14" today={today.get()} />)
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  },
)
