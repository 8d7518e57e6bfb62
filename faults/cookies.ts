/** The cookies that the browser of a phone has for the server. */
import type { Reply } from './work-calls.ts'

/** As a reply of the server has them: one in each line. */
const linesOf = (headers: Reply['headers']) => (headers['set-cookie'] ?? '').split('\n')

export class Cookies {
  readonly #values = new Map<string, string>()

  /** As a request sends them. */
  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  store(headers: Reply['headers']): void {
    for (const line of linesOf(headers)) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') this.#values.delete(name)
      else this.#values.set(name, value)
    }
  }

  clear(): void {
    this.#values.clear()
  }
}
