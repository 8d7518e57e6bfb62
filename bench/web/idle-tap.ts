import type { Page } from '@playwright/test'
import { slowestOf, touch } from './interactions.ts'
import type { Report } from './report.ts'

/** @returns the time of a tap on the floor page, which has no handler: the cost of browser and machine, in ms */
export async function idleTap(page: Page, floorUrl: string): Promise<number> {
  await page.goto(floorUrl)
  const row = page.getByRole('listitem').first()
  await row.waitFor()
  return slowestOf(page, await touch(row))
}

/** Measured six times slower on a half-idle machine. Above this limit the machine is too busy to measure the app. */
const IDLE_MACHINE_MS = 56

export function checkIdleTap(report: Report, idleTapMs: number): void {
  report.check(
    'a tap without a handler (above the limit the machine was busy)',
    idleTapMs,
    IDLE_MACHINE_MS,
    'ms',
  )
}
