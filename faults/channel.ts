/** The messages between the pages and the service worker of a phone. Each arrives as an event of its own. */
import { currentParts, currentTab, resume } from './tab.ts'

type Listener = (event: { readonly data: unknown }) => void

/** Closed with its page. */
export class PhoneChannel {
  readonly #listeners: Listener[] = []
  readonly #own = { tab: currentTab(), receive: (data: unknown) => this.#receive(data) }
  readonly #provided = currentParts()?.provided

  constructor() {
    this.#provided?.channels.add(this.#own)
  }

  addEventListener(_type: string, listener: Listener): void {
    this.#listeners.push(listener)
  }

  postMessage(data: unknown): void {
    const { channels, clock } = this.#provided ?? {}
    if (this.#own.tab?.isAlive === false) return
    for (const one of channels ?? [])
      if (one !== this.#own && one.tab)
        clock?.after(1, () => one.tab && resume(one.tab, () => one.receive(data)))
  }

  #receive(data: unknown) {
    for (const listener of this.#listeners) listener({ data })
  }
}
