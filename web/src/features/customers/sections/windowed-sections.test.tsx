import { groupByStatus } from '@veni/domain/customer'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newCustomer } from '../../../../test/customers.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { showScreen } from '../../../../test/show-screen.tsx'
import { SearchableCustomers } from '../search/searchable-customers.tsx'

const MANY = 1_000
const statuses = ['assigned', 'interested', 'hold', 'assigned']
const sections = groupByStatus(
  Array.from({ length: MANY }, (_, index) =>
    newCustomer({
      id: String(index),
      status: statuses[index % 4],
      // The cards have different heights. Those with a name of several lines are higher than estimated.
      memberName: `Customer ${index}${index % 5 === 0 ? ' of the family with a very long name'.repeat(2) : ''}`,
      extra: index % 3 === 0 ? 'Third house behind the temple, call before coming after six' : '',
    }),
  ),
  '2026-11-21',
)
const cards = () => [...document.querySelectorAll<HTMLElement>('a[href^="/enquiry-details/"]')]
const card = (index: number) =>
  page.getByRole('link', { name: new RegExp(`^Customer ${index}\\b`) })
const row = (index: number) => card(index).element().closest('li')!
const isInWindow = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
const gapsInWindow = () =>
  [...document.querySelectorAll('li[aria-hidden="true"]')].filter(isInWindow).length
async function show(shownSections = sections) {
  const shown = await showScreen(<SearchableCustomers sections={shownSections} />, '/deliveries')
  await expect.element(card(0)).toBeInTheDocument()
  return shown
}

beforeEach(() => {
  signInRunner()
  document.documentElement.style.overflowAnchor = ''
  window.scrollTo(0, 0)
})

test('only the cards near the window and the ends of the sections are drawn', async () => {
  await show()
  await expect.poll(() => cards().length).toBeGreaterThan(6)
  expect(cards().length).toBeLessThan(40)
  const titles = page.getByRole('heading', { level: 2 }).elements()
  expect(titles.map((title) => title.textContent)).toEqual(['Assigned', 'Interested', 'On Hold'])
  await expect.element(card(999)).toBeInTheDocument()
})

test('five times as many customers add no elements to the page', async () => {
  const { unmount } = await show()
  const nodes = () => document.querySelectorAll('body *').length
  await expect.poll(() => cards().length).toBeGreaterThan(6)
  const nodeCount = nodes()
  await unmount()
  const five = [1, 2, 3, 4, 5].flatMap((copy) =>
    sections.flatMap(({ customers }) =>
      customers.map((customer) => ({
        ...customer,
        id: copy === 1 ? customer.id : `${copy}0${customer.id}`,
      })),
    ),
  )
  await show(groupByStatus(five, '2026-11-21'))
  await expect.poll(() => cards().length).toBeGreaterThan(6)
  expect(nodes()).toBeLessThan(nodeCount * 1.2)
  expect(nodes()).toBeLessThan(1_200)
})

test('each card has its position in its section', async () => {
  await show()
  expect([row(0).ariaPosInSet, row(0).ariaSetSize]).toEqual(['1', '500'])
  expect([row(3).ariaPosInSet, row(3).ariaSetSize]).toEqual(['2', '500'])
  expect([row(998).ariaPosInSet, row(998).ariaSetSize]).toEqual(['250', '250'])
})

test('the window is full of cards at each scroll position', async () => {
  await show()
  for (const part of [0.2, 0.7, 0.45, 1]) {
    window.scrollTo(0, document.documentElement.scrollHeight * part)
    await expect.poll(() => cards().filter(isInWindow).length).toBeGreaterThan(1)
    await expect.poll(gapsInWindow).toBe(0)
    expect(cards().length).toBeLessThan(40)
  }
})

test('Tab moves from card to card far beyond the drawn cards, and back', async () => {
  await show()
  card(0).element().focus()
  const visited: (string | undefined)[] = []
  for (let step = 0; step < 30; step += 1) {
    await userEvent.tab()
    visited.push(document.activeElement?.closest('li')?.ariaPosInSet ?? undefined)
    await expect.poll(gapsInWindow).toBe(0)
  }
  expect(visited).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 2)))
  await userEvent.tab({ shift: true })
  expect(document.activeElement?.closest('li')?.ariaPosInSet).toBe('30')
})

test('a card keeps the focus at any scroll distance', async () => {
  await show()
  card(3).element().focus()
  window.scrollTo(0, 40_000)
  await expect.poll(gapsInWindow).toBe(0)
  await expect.element(card(3)).toHaveFocus()
})

test.each([
  ['the browser', true, 45_000, 150],
  ['the browser', true, 35_000, 700],
  ['the list', false, 55_000, 150],
] as const)(
  'a visible card stays in its place while the cards above it are drawn: %s keeps it there (anchoring %s, from %d, by %d)',
  async (_, anchors, from, stepPx) => {
    document.documentElement.style.overflowAnchor = anchors ? 'auto' : 'none'
    vi.spyOn(CSS, 'supports').mockReturnValue(anchors)
    await show()
    window.scrollTo(0, from)
    await expect.poll(gapsInWindow).toBe(0)
    await expect.poll(() => cards().filter(isInWindow).length).toBeGreaterThan(1)
    const writesPosition = vi.spyOn(window, 'scrollTo')
    for (let step = 0; step < 10; step += 1) {
      const visibleCard = cards().find((element) => element.getBoundingClientRect().top > 100)!
      const before = visibleCard.getBoundingClientRect().top
      window.scrollBy(0, -stepPx)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      expect(Math.abs(visibleCard.getBoundingClientRect().top - before - stepPx)).toBeLessThan(2)
    }
    // Two corrections of the position at the same time would move the card.
    expect(writesPosition.mock.calls.length > 0).toBe(!anchors)
  },
)

test('the window is full of cards below a banner that is higher than the window', async () => {
  const banner = document.createElement('div')
  banner.style.height = `${2 * window.innerHeight}px`
  document.body.prepend(banner)
  onTestFinished(() => banner.remove())
  await show()
  for (const y of [3, 6, 9].map((times) => times * window.innerHeight)) {
    window.scrollTo(0, y)
    await expect.poll(() => cards().filter(isInWindow).length).toBeGreaterThan(1)
    await expect.poll(gapsInWindow).toBe(0)
  }
})

test('a search draws its hits, and the whole list is drawn again after it', async () => {
  await show()
  await page.getByRole('searchbox').fill('#777')
  await expect.poll(() => cards().length).toBe(1)
  await expect.element(page.getByRole('status')).toHaveTextContent('Found 1 of 1000')
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => cards().length).toBeGreaterThan(6)
})

test('the same cards are in the same place after the runner comes back', async () => {
  const { unmount } = await show()
  // These cards are higher than their estimate.
  for (let y = 300; y <= 3_000; y += 300) {
    window.scrollTo(0, y)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect.poll(gapsInWindow).toBe(0)
  }
  await expect.poll(() => cards().filter(isInWindow).length).toBeGreaterThan(1)
  const visibleCard = cards().find(isInWindow)!
  const { href } = visibleCard as HTMLAnchorElement
  const { top } = visibleCard.getBoundingClientRect()
  await unmount()
  window.scrollTo(0, 0)
  await show()
  const again = () => cards().find((element) => (element as HTMLAnchorElement).href === href)
  await expect.poll(() => again()?.getBoundingClientRect().top).toBeCloseTo(top, 0)
})

test('after the return from a customer the focus is on the card of that customer, at its position', async () => {
  const { unmount } = await show()
  window.scrollTo(0, 30_000)
  await expect.poll(gapsInWindow).toBe(0)
  const opened = cards().filter(isInWindow)[1]!
  const href = opened.getAttribute('href')
  const { top } = opened.getBoundingClientRect()
  window.history.pushState(null, '', href)
  await unmount()
  window.scrollTo(0, 0)
  await show()
  const focused = () => document.activeElement
  await expect.poll(() => focused()?.getAttribute('href')).toBe(href)
  await expect.poll(() => focused()?.getBoundingClientRect().top).toBeCloseTo(top, 0)
})
