import type { Browser, Page } from '@playwright/test'
import { test as base } from './test.ts'

/**
 * The journeys' test in whatever browser their project names. Firefox is driven by WebDriver BiDi,
 * and what that cannot do there yet is supplied here, so that no journey needs to know where it runs.
 */
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      if (isFirefox(browser)) {
        mendCommands(browser)
        nameDownloads(browser)
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, page }, use) => {
    if (isFirefox(browser)) {
      await page.addInitScript(insertTextAsTyped)
      page.emulateMedia = (media) => emulateMedia(page, media ?? {})
    }
    await use(page)
  },
})

const isFirefox = (browser: Browser) => browser.browserType().name() === 'firefox'

/** One command of WebDriver BiDi, the answer to one, or an event. */
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly type?: 'success'
  readonly result?: object
}

/** Playwright's own side of a browser and of a page, which runs in this process. */
interface BrowserSide {
  readonly _connection: {
    rawSend: (command: Message) => void
    readonly _dispatchMessage: (answer: Message) => void
    readonly _transport: { onmessage: (answer: Message) => void }
  }
}
interface PageSide {
  readonly delegate: {
    readonly _session: {
      readonly sessionId: string
      readonly send: (method: string, parameters: object) => Promise<unknown>
    }
  }
}

function sideOf(browser: Browser): BrowserSide
function sideOf(page: Page): PageSide
function sideOf(object: object): unknown {
  const { _connection } = object as { _connection: { toImpl: (of: object) => unknown } }
  return _connection.toImpl(object)
}

/**
 * Playwright gives every new context a colour scheme, by a command that Firefox 153 does not know
 * (it stays light), and the paper's size in inches where WebDriver BiDi has centimetres.
 */
function mendCommands(browser: Browser): void {
  const connection = sideOf(browser)._connection
  const send = connection.rawSend.bind(connection)
  connection.rawSend = (command) => {
    if (command.method === 'browsingContext.print') return send(inCentimetres(command))
    if (command.method !== 'emulation.setMediaFeaturesOverride') return send(command)
    const answer = { type: 'success', id: command.id, result: {} } as const
    setImmediate(() => connection._dispatchMessage(answer))
  }
}

function inCentimetres({ params, ...print }: Message): Message {
  const { width, height } = (params as { page: { width: number; height: number } }).page
  return { ...print, params: { ...params, page: { width: width * 2.54, height: height * 2.54 } } }
}

/** Playwright knows a download by the navigation that led to it; a file that the page has made was led to by none. */
function nameDownloads(browser: Browser): void {
  const { _transport } = sideOf(browser)._connection
  const receive = _transport.onmessage
  _transport.onmessage = ({ params, ...message }) => {
    const isDownload = message.method?.startsWith('browsingContext.download')
    const named = isDownload ? { ...params, navigation: params?.navigation ?? params?.url } : params
    receive({ ...message, params: named })
  }
}

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

/** Firefox's own window can tell its tab the medium and the colour scheme (needs --remote-allow-system-access). */
async function emulateMedia(page: Page, { media, colorScheme }: Media): Promise<void> {
  const { _session } = sideOf(page).delegate
  const { contexts } = (await _session.send('browsingContext.getTree', {
    'moz:scope': 'chrome',
  })) as { contexts: { context: string }[] }
  await _session.send('script.callFunction', {
    functionDeclaration: String(showTabAs),
    arguments: [_session.sessionId, media ?? '', colorScheme ?? 'none'].map((value) => ({
      type: 'string',
      value,
    })),
    target: { context: contexts[0]?.context },
    awaitPromise: false,
  })
  // The tab hears of it in its own time; and on paper, Firefox is light whatever the scheme.
  await page.waitForFunction((medium) => matchMedia(medium).matches, media ?? 'screen')
}

interface FirefoxWindow {
  readonly ChromeUtils: {
    importESModule: (address: string) => {
      NavigableManager: { getBrowsingContextById: (id: string) => Record<string, string> }
    }
  }
}

/** Runs in Firefox's own window. */
function showTabAs(tabId: string, mediumOverride: string, prefersColorSchemeOverride: string) {
  const { ChromeUtils } = globalThis as unknown as FirefoxWindow
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  )
  const tab = NavigableManager.getBrowsingContextById(tabId)
  // A print has left the tab on its screen again, unnoticed: the medium must change to be taken.
  tab.mediumOverride = ''
  Object.assign(tab, { mediumOverride, prefersColorSchemeOverride })
}

/**
 * Runs in the page. Playwright fills a field by setting its value, which React takes for its own
 * doing and ignores; this is the input event of a keyboard.
 */
function insertTextAsTyped() {
  Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way to a browser's own input event
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set() {
      // Playwright's own, put here again and again, is not taken.
    },
  })
}
