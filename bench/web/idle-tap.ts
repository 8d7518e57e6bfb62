import type { Page } from '@playwright/test'
import { slowestOf, touch } from './interactions.ts'
import type { Report } from './report.ts'

/** A tap on the floor page, where nothing happens: what the browser and the machine take for themselves, in ms. */
export async function idleTap(page: Page, floorUrl: string): Promise<number> {
  await page.goto(floorUrl)
  const row = page.getByRole('listitem').first()
  await row.waitFor()
  return slowestOf(page, await touch(row))
}

/** Seen at six times slower with half of a machine free. One that takes longer for nothing tells nothing of the app. */
const AT_REST_MS = 56

export function checkIdleTap(report: Report, idleTapMs: number): void {
  report.check(
    'a tap where nothing happens (above it the machine was busy)',
    idleTapMs,
    AT_REST_MS,
    'ms',
  )
}
