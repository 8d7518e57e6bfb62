import type { Browser, Locator, Page } from '@playwright/test'
import { test as base } from '../fixtures/test.ts'

/**
 * The journeys' test in whatever browser their project names. What Playwright 1.65 and Firefox 153
 * lack, speaking WebDriver BiDi, is supplied here, so that no journey needs to know where it runs.
 * When either of the two is renewed, try without each piece.
 */
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      if (isFirefox(browser)) mendWire(wireOf(browser))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, page }, use) => {
    if (isFirefox(browser)) await mendPage(page)
    await use(page)
  },
})

const isFirefox = (browser: Browser) => browser.browserType().name() === 'firefox'

/** A command of WebDriver BiDi, the answer to one, or an event. */
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly url?: string; readonly navigation?: string }
  readonly type?: 'success'
  readonly result?: object
}

/** What Playwright and Firefox say to each other goes through here. */
interface Wire {
  send: (command: Message) => void
  onmessage: (message: Message) => void
}

/** The way to one tab of Firefox. */
interface Session {
  readonly sessionId: string
  readonly send: (method: string, parameters: object) => Promise<unknown>
}

// No public way leads to either of them.
const wireOf = (browser: Browser) =>
  implementationOf<{ _connection: { _transport: Wire } }>(browser)._connection._transport
const sessionOf = (page: Page) =>
  implementationOf<{ delegate: { _session: Session } }>(page).delegate._session

/** What stands behind an object of Playwright's, in this same process. */
function implementationOf<T>(object: object): T {
  return (object as { _connection: { toImpl: (one: object) => T } })._connection.toImpl(object)
}

function mendWire(wire: Wire): void {
  const send = wire.send.bind(wire)
  const receive = wire.onmessage
  // Every new context is given a colour scheme, by a command that Firefox does not know: it stays light.
  wire.send = (command) => {
    if (command.method !== 'emulation.setMediaFeaturesOverride') return send(command)
    setImmediate(() => receive({ type: 'success', id: command.id, result: {} }))
  }
  // Playwright drops a download that no navigation led to, such as that of a file the page has made.
  wire.onmessage = (message) =>
    receive(
      message.method?.startsWith('browsingContext.download')
        ? { ...message, params: { ...message.params, navigation: message.params?.url } }
        : message,
    )
}

async function mendPage(page: Page): Promise<void> {
  await page.addInitScript(insertTextAsTyped)
  let medium: Medium = 'screen'
  page.emulateMedia = (options) => emulateMedium(page, (medium = options?.media ?? 'screen'))
  const pdf = page.pdf.bind(page)
  page.pdf = async ({ width = 0, height = 0, ...options } = {}) => {
    const size = { width: inCentimetres(width), height: inCentimetres(height) }
    const printed = await pdf({ ...options, ...size })
    // A print leaves the tab on its screen.
    await emulateMedium(page, medium)
    return printed
  }
  Object.assign(Object.getPrototypeOf(page.locator(':root')) as Locator, { dblclick })
}

/** Playwright gives the paper's size in inches, where WebDriver BiDi has 2.54 times as many centimetres. */
const inCentimetres = (length: string | number) =>
  String(length).replace(/^[\d.]+/, (inches) => String(Number(inches) * 2.54))

/** Playwright sends a double click press by press, which a slow Firefox takes for two single ones; this is one command. */
async function dblclick(this: Locator): Promise<void> {
  await this.scrollIntoViewIfNeeded()
  const box = await this.boundingBox()
  if (!box) throw new Error(`${String(this)} is not shown.`)
  const middle = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  const click = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
  const actions = [{ type: 'pointerMove', ...middle }, ...click, ...click]
  const session = sessionOf(this.page())
  await session.send('input.performActions', {
    context: session.sessionId,
    actions: [{ type: 'pointer', id: 'double click', actions }],
  })
}

type Medium = 'print' | 'screen'

/**
 * Playwright cannot emulate a medium by BiDi, but Firefox's own window can (it is within reach by
 * --remote-allow-system-access). On paper Firefox is light, so no colour scheme is wanted.
 */
async function emulateMedium(page: Page, medium: Medium): Promise<void> {
  const session = sessionOf(page)
  const { contexts } = (await session.send('browsingContext.getTree', {
    'moz:scope': 'chrome',
  })) as { contexts: { context: string }[] }
  await session.send('script.callFunction', {
    functionDeclaration: String(showTabOn),
    arguments: [session.sessionId, medium].map((value) => ({ type: 'string', value })),
    target: { context: contexts[0]?.context },
    awaitPromise: false,
  })
  // The tab hears of it in its own time.
  await page.waitForFunction((one) => matchMedia(one).matches, medium)
}

interface FirefoxWindow {
  readonly ChromeUtils: {
    importESModule: (address: string) => {
      NavigableManager: { getBrowsingContextById: (id: string) => { mediumOverride: string } }
    }
  }
}

/** Runs in Firefox's own window. */
function showTabOn(tabId: string, medium: string) {
  const { ChromeUtils } = globalThis as unknown as FirefoxWindow
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  )
  const tab = NavigableManager.getBrowsingContextById(tabId)
  // After a print this is still the old medium, on which the tab no longer is: only a change is heard.
  tab.mediumOverride = ''
  tab.mediumOverride = medium
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
