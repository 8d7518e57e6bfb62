import { reportProblem } from './lib/report.ts'
import { parseText, writeText } from './lib/stored-text.ts'

/** The services of this deployment. By default they are off or have the app's own origin. */
export interface AppConfig {
  /** '' is the app's own origin. */
  readonly apiBaseUrl: string
  /** Base URLs of further servers with the same data, tried in order for the customer list. */
  readonly apiMirrors: readonly string[]
  /** `{address}` is replaced by the customer's address; '' shows no map. */
  readonly mapEmbedUrl: string
  /** '' sends photos to the API's own image endpoint. */
  readonly imageHostUrl: string
  /** Nominatim-compatible reverse geocoding URL; '' asks the API. */
  readonly geocoderUrl: string
  readonly companyUpiId: string
  /** Minutes without use after which the app asks for a code again; 0: never. */
  readonly hideAfterMinutes: number
  /** Our server has generated this page and its settings. */
  readonly madeByOurServer: boolean
  /** Show demo customers and products when there are no others. */
  readonly demoData: boolean
}

const DEFAULTS: AppConfig = {
  apiBaseUrl: '',
  apiMirrors: [],
  mapEmbedUrl: '',
  imageHostUrl: '',
  geocoderUrl: '',
  companyUpiId: '',
  hideAfterMinutes: 0,
  madeByOurServer: false,
  demoData: true,
}
const CONFIG_ELEMENT_ID = 'veni-config'
const CONFIG_TIMEOUT_MS = 5_000

/** The text of the last good config.json in local storage, for starts that cannot fetch it. */
export const CONFIG_KEY = 'config'

let current: AppConfig = DEFAULTS

export function appConfig(): AppConfig {
  return current
}

/** For the service worker: it has no page and reads the settings that the page has stored. */
export function adoptSettings(settings: Partial<AppConfig>): void {
  current = { ...DEFAULTS, ...settings }
}

/**
 * Reads the block our server puts into index.html, or the config.json beside a static build; the last good one when it
 * cannot be fetched.
 */
export async function loadAppConfig(): Promise<void> {
  const block = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  current =
    readText(block) ??
    (await fetchConfig()) ??
    readText(localStorage.getItem(CONFIG_KEY)) ??
    DEFAULTS
}

async function fetchConfig(): Promise<AppConfig | undefined> {
  try {
    const response = await fetch('/config.json', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS),
    })
    // The deployment has none, or none any more. Other failures say nothing about its settings.
    if (response.status === 404) localStorage.removeItem(CONFIG_KEY)
    const text = response.ok ? await response.text() : ''
    const config = readText(text)
    // The text, because a newer release may read more settings from it.
    if (config) writeText(localStorage, CONFIG_KEY, text)
    return config
  } catch (error) {
    // Before the first screen: a missing or incomplete reply must not leave a blank page.
    reportProblem('config.json could not be read', error)
    return undefined
  }
}

/**
 * Ignores a setting whose type differs from its default. The first screen must not load a schema library for this.
 * @returns undefined when the text is no JSON object of settings, such as the page or the JSON of a captive portal
 */
function readText(text: string | null | undefined): AppConfig | undefined {
  const value = parseText(text)
  if (Object(value) !== value) return undefined
  const given = value as Readonly<Record<string, unknown>>
  const settings = Object.entries(DEFAULTS).filter(([name, fallback]) =>
    hasTypeOf(given[name], fallback),
  )
  if (!settings[0] && JSON.stringify(value) !== '{}') return undefined
  const used = Object.fromEntries(settings.map(([name]) => [name, given[name]]))
  return { ...DEFAULTS, ...(used as Partial<AppConfig>) }
}

function hasTypeOf(setting: unknown, fallback: unknown): boolean {
  if (Array.isArray(fallback))
    return Array.isArray(setting) && setting.every((one) => typeof one === 'string')
  return typeof setting === typeof fallback
}
