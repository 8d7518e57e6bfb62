import lighthouse from 'lighthouse'
import type { Page } from 'puppeteer-core'

/** Times in milliseconds, scores from 0 to 100. */
export interface Audit {
  readonly fcp: number
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
}

/**
 * Runs Lighthouse once with its mobile preset: slow 4G and a four times slower processor, both simulated.
 * The session stays stored. The caches are emptied.
 */
export async function audit(page: Page, url: string): Promise<Audit> {
  const result = await lighthouse(
    url,
    {
      logLevel: 'error',
      output: 'json',
      clearStorageTypes: ['cache_storage', 'service_workers', 'shader_cache'],
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    },
    undefined,
    page,
  )
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError) console.error(`Lighthouse failed on ${url}: ${runtimeError.message}`)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  for (const { id } of categories.accessibility?.auditRefs ?? []) {
    const { score: found, details } = audits[id] ?? {}
    if (found === 0) console.error(`${id} on ${url}: ${JSON.stringify(details)}`)
  }
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  }
}
