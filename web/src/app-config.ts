import * as v from 'valibot'
import { reportProblem } from './lib/report.ts'
import { parseJson } from './lib/stored-value.ts'

/** Where this deployment's services are (ruling 27). Everything is off or same-origin unless configured. */
const appConfigSchema = v.object({
  /** '' is the app's own origin. */
  apiBaseUrl: v.optional(v.string(), ''),
  /** Further base URLs that offer the same portal, tried in order for the customer list. */
  apiMirrors: v.optional(v.array(v.string()), []),
  /** `{address}` is replaced by the customer's address; '' shows no map. */
  mapEmbedUrl: v.optional(v.string(), ''),
  /** '' sends photos to the API's own image endpoint. */
  imageHostUrl: v.optional(v.string(), ''),
  /** Nominatim-compatible reverse geocoding URL; '' asks the API. */
  geocoderUrl: v.optional(v.string(), ''),
  companyUpiId: v.optional(v.string(), ''),
  /** Demo customers and products when nothing else is there. */
  demoData: v.optional(v.boolean(), true),
})
export type AppConfig = v.InferOutput<typeof appConfigSchema>

const DEFAULTS: AppConfig = v.parse(appConfigSchema, {})
const CONFIG_ELEMENT_ID = 'veni-config'
const CONFIG_TIMEOUT_MS = 5_000

let current: AppConfig = DEFAULTS

export function appConfig(): AppConfig {
  return current
}

/** Reads the block our server puts into index.html, or the config.json beside a static build. */
export async function loadAppConfig(): Promise<void> {
  const block = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  current = parseJson(block, appConfigSchema) ?? (await fetchConfig()) ?? DEFAULTS
}

async function fetchConfig(): Promise<AppConfig | undefined> {
  try {
    const response = await fetch('/config.json', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS),
    })
    return response.ok ? parseJson(await response.text(), appConfigSchema) : undefined
  } catch (error) {
    // Nothing is on the screen yet: a reply that never came or was cut must not leave a blank page.
    reportProblem('config.json could not be read', error)
    return undefined
  }
}
