import type { CDPSession, Page } from '@playwright/test'
import { signIn } from '../../e2e/support/runner.ts'
import { median, summary } from '../figures.ts'
import { startFloor } from './floor.ts'
import { idleTap, checkIdleTap } from './idle-tap.ts'
import { pauseAfterPaint, takeMeasurements, watchInteractions } from './interactions.ts'
import { startVeniWith } from './many-customers.ts'
import { startPhone } from './phone.ts'
import type { Report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CUSTOMERS = 5_000
const SLOWER = 6
/** The search prepares the customers while the phone is idle. A runner reads the list before they type. */
const LOOK_MS = 5_000

/** Measures scroll gestures and a search letter by letter in a list of 5,000, six times slower. */
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
    await pauseAfterPaint(page, LOOK_MS)
    const tasks: number[] = []
    const letters: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      tasks.push(await longestTaskOfScroll(page, devtools))
      letters.push(...(await searchTimes(page)))
    }
    report.table({
      'a tap on the floor, ms': summary(idle),
      'longest task of a scroll through 5,000, ms': summary(tasks),
      'from a letter to the paint of its hits, ms': summary(letters),
    })
    checkIdleTap(report, median(idle))
    report.check('longest task while scrolling (median)', median(tasks), 50, 'ms')
    report.check('search results after a letter (median)', median(letters), 50, 'ms')
  } finally {
    await phone.stop()
    floor.stop()
    await veni.stop()
  }
}

/** @returns ms; 50 when no task was that long */
async function longestTaskOfScroll(page: Page, devtools: CDPSession): Promise<number> {
  await takeMeasurements(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 400,
    yDistance: -9_000,
    speed: 3_000,
    gestureSourceType: 'touch',
  })
  await pauseAfterPaint(page)
  return Math.max(50, ...(await takeMeasurements(page)).longTasks)
}

/** @returns the times from each input event to the frame with the number of hits, in ms */
async function searchTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => scrollTo(0, 0))
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.evaluate(() => {
    const { measured } = window
    document.querySelector('input[type=search]')?.addEventListener('input', ({ timeStamp }) => {
      // The callback of the next frame queues a task that runs after the frame is drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => measured.events.push(performance.now() - timeStamp))
        port1.start()
        port2.postMessage(undefined)
      })
    })
  })
  const times: number[] = []
  for (const key of ['n', 'a', 'r', 's']) {
    await takeMeasurements(page)
    await page.keyboard.press(key)
    await pauseAfterPaint(page)
    times.push(Math.max(...(await takeMeasurements(page)).events))
  }
  await field.fill('')
  await pauseAfterPaint(page)
  return times
}
