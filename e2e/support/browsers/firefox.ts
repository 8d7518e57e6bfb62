import type { Browser, Locator, Page } from '@playwright/test'
import { test as base } from '../fixtures/test.ts'

/**
 * The test of the journeys, for Chromium and Firefox. Playwright 1.65 with Firefox 153 and WebDriver BiDi lacks some
 * functions. This file adds them, so that journeys need no special code. After an update of either, try to remove each.
 */
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      if (isFirefox(browser)) fixConnection(connectionOf(browser))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, page }, use) => {
    if (isFirefox(browser)) await fixPage(page)
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

/** The connection between Playwright and Firefox. */
interface Connection {
  send: (command: Message) => void
  onmessage: (message: Message) => void
}

/** The connection to one tab of Firefox. */
interface Session {
  readonly sessionId: string
  readonly send: (method: string, parameters: object) => Promise<unknown>
}

// Playwright has no public API for them.
const connectionOf = (browser: Browser) =>
  implementationOf<{ _connection: { _transport: Connection } }>(browser)._connection._transport
const sessionOf = (page: Page) =>
  implementationOf<{ delegate: { _session: Session } }>(page).delegate._session

/** The server-side object of a Playwright object. It is in the same process. */
function implementationOf<T>(object: object): T {
  return (object as { _connection: { toImpl: (one: object) => T } })._connection.toImpl(object)
}

function fixConnection(connection: Connection): void {
  const send = connection.send.bind(connection)
  const receive = connection.onmessage
  // Playwright sets a colour scheme for every new context by a command that Firefox lacks. Firefox stays light.
  connection.send = (command) => {
    if (command.method !== 'emulation.setMediaFeaturesOverride') return send(command)
    setImmediate(() => receive({ type: 'success', id: command.id, result: {} }))
  }
  // Playwright ignores a download without a navigation, for example of a file that the page created.
  connection.onmessage = (message) =>
    receive(
      message.method?.startsWith('browsingContext.download')
        ? { ...message, params: { ...message.params, navigation: message.params?.url } }
        : message,
    )
}

async function fixPage(page: Page): Promise<void> {
  await page.addInitScript(insertTextAsTyped)
  let medium: Medium = 'screen'
  page.emulateMedia = (options) => emulateMedium(page, (medium = options?.media ?? 'screen'))
  const pdf = page.pdf.bind(page)
  page.pdf = async ({ width = 0, height = 0, ...options } = {}) => {
    const size = { width: inCentimetres(width), height: inCentimetres(height) }
    const printed = await pdf({ ...options, ...size })
    // After printing, the tab has lost its emulated medium.
    await emulateMedium(page, medium)
    return printed
  }
  Object.assign(Object.getPrototypeOf(page.locator(':root')) as Locator, { dblclick })
}

/** Playwright sends the paper size in inches, but WebDriver BiDi expects centimetres. */
const inCentimetres = (length: string | number) =>
  String(length).replace(/^[\d.]+/, (inches) => String(Number(inches) * 2.54))

/** Playwright sends a double click as two commands, which a slow Firefox takes for two single clicks. This is one command. */
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
 * Playwright cannot emulate a medium with BiDi, but code in Firefox's own window can (--remote-allow-system-access).
 * Firefox prints in the light theme, so no colour scheme is needed.
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
  // The tab changes its medium some time later.
  await page.waitForFunction((one) => matchMedia(one).matches, medium)
}

interface FirefoxWindow {
  readonly ChromeUtils: {
    importESModule: (address: string) => {
      NavigableManager: { getBrowsingContextById: (id: string) => { mediumOverride: string } }
    }
  }
}

/** Runs in the window of Firefox itself. */
function showTabOn(tabId: string, medium: string) {
  const { ChromeUtils } = globalThis as unknown as FirefoxWindow
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  )
  const tab = NavigableManager.getBrowsingContextById(tabId)
  // After printing, the value is still the old medium although the tab has lost it. Only a change has an effect.
  tab.mediumOverride = ''
  tab.mediumOverride = medium
}

/**
 * Runs in the page. Playwright fills a field by setting its value, and React ignores that as its own change. This
 * function causes the input event of a keyboard.
 */
function insertTextAsTyped() {
  Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    // oxlint-disable-next-line typescript/no-deprecated -- the only API that causes the browser's own input event
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set() {
      // Playwright sets its own function again and again. It must not replace this one.
    },
  })
}
