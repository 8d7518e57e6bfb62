import { reportProblem } from './lib/report.ts'
import { parseText } from './lib/stored-text.ts'

/** Where this deployment's services are (ruling 27). Everything is off or same-origin unless configured. */
export interface AppConfig {
  /** '' is the app's own origin. */
  readonly apiBaseUrl: string
  /** Further base URLs that offer the same portal, tried in order for the customer list. */
  readonly apiMirrors: readonly string[]
  /** `{address}` is replaced by the customer's address; '' shows no map. */
  readonly mapEmbedUrl: string
  /** '' sends photos to the API's own image endpoint. */
  readonly imageHostUrl: string
  /** Nominatim-compatible reverse geocoding URL; '' asks the API. */
  readonly geocoderUrl: string
  readonly companyUpiId: string
  /** Our server has made this page, and says so with its settings. */
  readonly madeByOurServer: boolean
  /** Demo customers and products when nothing else is there. */
  readonly demoData: boolean
}

const DEFAULTS: AppConfig = {
  apiBaseUrl: '',
  apiMirrors: [],
  mapEmbedUrl: '',
  imageHostUrl: '',
  geocoderUrl: '',
  companyUpiId: '',
  madeByOurServer: false,
  demoData: true,
}
const CONFIG_ELEMENT_ID = 'veni-config'
const CONFIG_TIMEOUT_MS = 5_000

let current: AppConfig = DEFAULTS

export function appConfig(): AppConfig {
  return current
}

/** For a sender without a page, which takes what the page has kept for it. */
export function adoptSettings(settings: Partial<AppConfig>): void {
  current = { ...DEFAULTS, ...settings }
}

/** Reads the block our server puts into index.html, or the config.json beside a static build. */
export async function loadAppConfig(): Promise<void> {
  const block = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  current = readConfig(parseText(block)) ?? (await fetchConfig()) ?? DEFAULTS
}

async function fetchConfig(): Promise<AppConfig | undefined> {
  try {
    const response = await fetch('/config.json', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS),
    })
    return response.ok ? readConfig(parseText(await response.text())) : undefined
  } catch (error) {
    // Nothing is on the screen yet: a reply that never came or was cut must not leave a blank page.
    reportProblem('config.json could not be read', error)
    return undefined
  }
}

/** A setting of another type than its default counts as not set. By hand, as the first screen does without schemas. */
function readConfig(value: unknown): AppConfig | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = new Map<string, unknown>(Object.entries(value))
  const settings = Object.entries(DEFAULTS).map(([name, usual]: [string, unknown]) => {
    const setting = given.get(name)
    return [name, isLike(setting, usual) ? setting : usual] as const
  })
  return Object.fromEntries(settings) as unknown as AppConfig
}

function isLike(setting: unknown, usual: unknown): boolean {
  if (Array.isArray(usual))
    return Array.isArray(setting) && setting.every((one) => typeof one === 'string')
  return typeof setting === typeof usual
}
