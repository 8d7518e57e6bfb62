import type { CDPSession, Page } from '@playwright/test'
import { signIn } from '../../e2e/support/runner.ts'
import { median, summary } from './figures.ts'
import { startFloor } from './floor.ts'
import { idleTap, checkIdleTap } from './idle-tap.ts'
import { rest, takeNotes, watchInteractions } from './interactions.ts'
import { startVeniWith } from './many-customers.ts'
import { startPhone } from './phone.ts'
import type { Report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CUSTOMERS = 5_000
const SLOWER = 6
/** The search prepares the customers while the phone is idle; a runner looks at the list before they type. */
const LOOK_MS = 5_000

/** The list of 5,000: swings of a thumb through it, and a search letter by letter, six times slower. */
export async function measureLongList(report: Report): Promise<void> {
  const veni = await startVeniWith(CUSTOMERS)
  const floor = await startFloor()
  const phone = await startPhone(veni.url)
  try {
    const { page, devtools } = phone
    await watchInteractions(page)
    await phone.slowDown(SLOWER)
    const idle: number[] = []
    for (let round = 0; round < ROUNDS; round++) idle.push(await idleTap(page, floor.url))
    await phone.slowDown(1)
    await signIn(page)
    await page
      .getByRole('link', { name: /#10\d{3}/ })
      .first()
      .waitFor()
    await phone.slowDown(SLOWER)
    await rest(page, LOOK_MS)
    const tasks: number[] = []
    const letters: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      tasks.push(await longestTaskOfSwing(page, devtools))
      letters.push(...(await searchTimes(page)))
    }
    report.table({
      'a tap on the floor, ms': summary(idle),
      'longest task of a swing through 5,000, ms': summary(tasks),
      'from a letter to the paint of its hits, ms': summary(letters),
    })
    checkIdleTap(report, median(idle))
    report.check('longest task while scrolling (median)', median(tasks), 50, 'ms')
    report.check('answer to a letter (median)', median(letters), 50, 'ms')
  } finally {
    await phone.stop()
    floor.stop()
    await veni.stop()
  }
}

/** @returns ms; 50 where no task was as long */
async function longestTaskOfSwing(page: Page, devtools: CDPSession): Promise<number> {
  await takeNotes(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 400,
    yDistance: -9_000,
    speed: 3_000,
    gestureSourceType: 'touch',
  })
  await rest(page)
  return Math.max(50, ...(await takeNotes(page)).longTasks)
}

/** From each input event to the frame that shows how many were found, in ms. */
async function searchTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => scrollTo(0, 0))
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.evaluate(() => {
    const { noted } = window
    document.querySelector('input[type=search]')?.addEventListener('input', ({ timeStamp }) => {
      // After the next frame has been drawn: a task that the frame's own callback asks for.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => noted.events.push(performance.now() - timeStamp))
        port1.start()
        port2.postMessage(undefined)
      })
    })
  })
  const times: number[] = []
  for (const key of ['n', 'a', 'r', 's']) {
    await takeNotes(page)
    await page.keyboard.press(key)
    await rest(page)
    times.push(Math.max(...(await takeNotes(page)).events))
  }
  await field.fill('')
  await rest(page)
  return times
}
