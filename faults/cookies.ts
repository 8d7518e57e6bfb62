/** The cookies that the browser of a phone has for the server. */
import type { Reply } from './work-calls.ts'

/** The server sets one cookie in each line. */
const linesOf = (headers: Reply['headers']) => (headers['set-cookie'] ?? '').split('\n')

export class Cookies {
  readonly #values = new Map<string, string>()

  /** As a request sends them. */
  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  store(headers: Reply['headers']): void {
    for (const line of linesOf(headers)) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (name === undefined) continue
      if (value) this.#values.set(name, value)
      else this.#values.delete(name)
    }
  }

  clear(): void {
    this.#values.clear()
  }
}
