import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  askForSignIn,
  endSession,
  EARLY_LIST_KEY,
  startSession,
  storePhone,
} from '../../../state/session.ts'
import { storeEarlyList, type EarlyList } from './store-early-list.ts'

const PHONE = '9000000001'
const AT = Date.UTC(2026, 10, 28, 10)

/** The screen of a list, as the app draws it. */
function showList({ search = '', customers = 3, second = 0 } = {}): void {
  const cards = (count: number, first: number) =>
    Array.from(
      { length: count },
      (_, at) => `<li><a href="/c/${first + at}">C${first + at}</a></li>`,
    )
  const section = (count: number, first: number) =>
    `<section><h2>Status</h2><ul>${cards(count, first).join('')}</ul></section>`
  const root = document.createElement('div')
  root.id = 'root'
  root.innerHTML = `<div class="page"><header><output>2 unsent</output></header><main><div>
    <p>New version</p><div><output>Connected</output></div>
    <div id="customers"><div><p>From this phone</p><p>3 customers</p><div><search><input></search>
    ${section(customers, 1)}${second ? section(second, 100) : ''}</div></div></div></div></main></div>`
  root.querySelector('input')!.value = search
  document.body.append(root)
  onTestFinished(() => root.remove())
}

function stored({ count = 3, phone = PHONE } = {}): EarlyList | undefined {
  storeEarlyList({ phone, at: AT, count })
  const text = localStorage.getItem(EARLY_LIST_KEY)
  return text === null ? undefined : (JSON.parse(text) as EarlyList)
}
const text = (shown = {}) => JSON.stringify(stored(shown)?.page)

beforeEach(() => {
  localStorage.clear()
  startSession(PHONE, { id: '1', name: 'Ravi' })
})

test('it has the runner, the time of the answer, and the elements of the screen [R-7.058]', () => {
  showList({ customers: 1 })
  expect(stored({ count: 1 })).toMatchObject({ phone: PHONE, at: AT, language: 'en' })
  expect(text({ count: 1 })).toContain('["li",{},["a",{"href":"/c/1"},"C1"]]')
})

test('it has the first five cards, and no section without a card [R-7.058]', () => {
  showList({ customers: 5, second: 2 })
  expect(text({ count: 7 })).toContain('"C5"')
  expect(text({ count: 7 })).not.toContain('"C100"')
  expect(text({ count: 7 }).match(/"section"/g)).toHaveLength(1)
})

test('it waits until the first cards are drawn [R-7.058]', () => {
  showList({ customers: 2 })
  expect(storeEarlyList({ phone: PHONE, at: AT, count: 9 })).toBe(false)
  expect(localStorage.getItem(EARLY_LIST_KEY)).toBeNull()
  expect(storeEarlyList({ phone: PHONE, at: AT, count: 2 })).toBe(true)
  expect(localStorage.getItem(EARLY_LIST_KEY)).not.toBeNull()
})

test('a long list that is scrolled, and so has no first cards, stores nothing [R-7.058]', () => {
  showList()
  document.querySelectorAll('li')[1]!.setAttribute('aria-hidden', 'true')
  expect(stored()).toBeUndefined()
})

test('an empty list deletes the early one [R-7.058]', () => {
  showList()
  expect(stored()).toBeDefined()
  document.querySelector('#customers')!.replaceChildren()
  expect(stored({ count: 0 })).toBeUndefined()
})

test('what is true at one moment only is hidden or left out [R-7.058]', () => {
  showList()
  expect(text()).toContain('["output",{"style":"visibility: hidden;"},"Connected"]')
  expect(text()).toContain('["output",{"style":"visibility: hidden;"},"2 unsent"]')
  expect(text()).not.toMatch(/New version|From this phone/)
  expect(text()).toContain('3 customers')
})

test('nobody can type into its search field [R-7.058]', () => {
  showList()
  expect(text()).toMatch(/\["search",\{"inert":""[^}]*\},\["input",\{"readonly":""\}\]\]/)
})

test('a search, a sign-out, and another phone number of another tab store nothing [R-7.058]', () => {
  showList({ search: 'lak' })
  expect(stored()).toBeUndefined()
  document.querySelector('input')!.value = ''
  expect(stored({ phone: '9000000002' })).toBeUndefined()
  endSession()
  expect(stored()).toBeUndefined()
})

test('a sign-out, a lost session and another phone number delete it [R-7.058]', () => {
  showList()
  expect(stored()).toBeDefined()
  storePhone(`${PHONE.slice(0, -1)}2`)
  expect(localStorage.getItem(EARLY_LIST_KEY)).toBeNull()
  startSession(PHONE, { id: '1', name: 'Ravi' })
  expect(stored()).toBeDefined()
  askForSignIn()
  expect(localStorage.getItem(EARLY_LIST_KEY)).toBeNull()
  expect(stored()).toBeDefined()
  endSession()
  expect(localStorage.getItem(EARLY_LIST_KEY)).toBeNull()
})
