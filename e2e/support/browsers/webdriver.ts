import { setTimeout } from 'node:timers/promises'

const FIND_LIMIT_MS = 60_000
const POLL_MS = 50
/** The key of an element id in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** The elements that may have a role. The browser then reports the accessible name of each. */
const candidates = {
  button: 'button',
  link: 'a[href]',
  textbox: 'input:not([type=file])',
  file: 'input[type=file]',
}
type Role = keyof typeof candidates
type Found = Record<typeof ELEMENT, string>

/** A user of a browser, who finds elements by role and accessible name. */
export interface BrowserUser {
  goTo: (address: string) => Promise<void>
  press: (role: 'button' | 'link', name: string | RegExp) => Promise<void>
  write: (label: string, text: string) => Promise<void>
  choose: (label: RegExp, filePath: string) => Promise<void>
  /** All visible text. */
  read: () => Promise<string>
  leave: () => Promise<void>
}

/** Opens a browser with plain WebDriver of the W3C. */
export async function openBrowser(driverUrl: string, capabilities: object): Promise<BrowserUser> {
  const wanted = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await ask<{ sessionId: string }>(`${driverUrl}/session`, 'POST', wanted)
  const session = `${driverUrl}/session/${sessionId}`
  const post = <T>(path: string, body: object) => ask<T>(`${session}/${path}`, 'POST', body)

  async function find(role: Role, name: string | RegExp): Promise<string | undefined> {
    const query = { using: 'css selector', value: candidates[role] }
    for (const { [ELEMENT]: id } of await post<Found[]>('elements', query)) {
      // A hidden or removed element has no name.
      const label = await ask<string>(`${session}/element/${id}/computedlabel`).catch(() => '')
      if (typeof name === 'string' ? label === name : name.test(label)) return id
    }
    return undefined
  }

  const read = () =>
    post<string>('execute/sync', { script: 'return document.body.innerText', args: [] })

  /** Waits for the element, then acts on it. It tries again while the screen is being drawn. */
  async function act(role: Role, name: string | RegExp, path: string, body: object) {
    const problem = await tryUntilDone(async () => {
      const id = await find(role, name)
      if (id) await post(`element/${id}/${path}`, body)
      return Boolean(id)
    })
    if (problem === undefined) return
    throw new Error(`No ${role} "${String(name)}" (${problem}) in:\n${await read()}`)
  }

  return {
    goTo: (address) => post('url', { url: address }),
    press: (role, name) => act(role, name, 'click', {}),
    write: (label, text) => act('textbox', label, 'value', { text }),
    choose: (label, filePath) => act('file', label, 'value', { text: filePath }),
    read,
    leave: () => ask(session, 'DELETE'),
  }
}

/** Repeats an action until it is done or the time is over. @returns why it was not done, or undefined */
async function tryUntilDone(action: () => Promise<boolean>): Promise<string | undefined> {
  const deadline = Date.now() + FIND_LIMIT_MS
  let problem = 'not found'
  while (Date.now() < deadline) {
    try {
      if (await action()) return undefined
    } catch (error) {
      problem = String(error)
    }
    await setTimeout(POLL_MS)
  }
  return problem
}

async function ask<T>(url: string, method = 'GET', body?: object): Promise<T> {
  const request = body ? { method, body: JSON.stringify(body) } : { method }
  const answer = await fetch(url, request)
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value as T
}
