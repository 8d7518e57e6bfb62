import { vi } from 'vitest'
import type { Metrics } from '../../src/metrics/metrics.ts'

/** One figure of each group that is read together. */
const FIGURES = ['veni_payments_last_day', 'veni_unsent_deals']

/** Reads until the figures of the whole database are there. A slow machine reads them for longer than a scrape waits. */
export async function readWithFigures(metrics: Metrics): Promise<string> {
  let text = ''
  const hasFigures = async () => {
    text = await metrics.read()
    return FIGURES.every((name) => new RegExp(`^${name} `, 'm').test(text))
  }
  await vi.waitUntil(hasFigures, { timeout: 60_000 })
  return text
}
