import { FROM_OUR_PAGE } from '../setup/client.ts'
import { RAVI } from '../fixtures/records.ts'

/** The load of a machine whose power is cut. */
export interface Load {
  readonly address: string
  /** Aborts when the power is cut; what is answered later was never received. */
  readonly cut: AbortSignal
  /** Called when something is sent. */
  readonly onSent: () => void
}

/** Somebody who works with the server until the power is cut, and knows what was acknowledged. */
export interface Actor {
  /** Resolves after the cut. */
  workUntilCut(load: Load): Promise<void>
  /** Called when the server runs again: does again what has no answer. @returns a sentence for each thing that is lost */
  goOn(address: string): Promise<string[]>
  /** Called at the end: completes what takes several steps. */
  finish?(address: string): Promise<void>
  /** Called after a cut, before anything runs. @returns as `goOn` */
  checkDisk?(): Promise<string[]>
}

/** Runs steps until the cut. A failure before the cut is a bug of the test or the server. */
export async function repeatUntil(cut: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!cut.aborted) {
    try {
      await step()
    } catch (error) {
      if (!cut.aborted) throw error
    }
  }
}

interface Call extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes calls with a session. */
export class Caller {
  #cookie = ''

  async signIn(address: string): Promise<void> {
    const body = JSON.stringify({ phone: RAVI.phone, code: '123456' })
    const answer = await this.call(address, '/api/sign-in/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  /** Throws for a 5xx, and when the power is cut. */
  async call(address: string, path: string, options: Call): Promise<Response> {
    const headers = { ...FROM_OUR_PAGE, cookie: this.#cookie, ...options.headers }
    const answer = await fetch(new URL(path, address), { ...options, headers })
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  /** @returns the answer, whose status is 2xx, and its text */
  async send(
    address: string,
    path: string,
    {
      body,
      headers = {},
      cut,
    }: { body: object; headers?: Record<string, string>; cut?: AbortSignal | undefined },
  ): Promise<{ text: string; headers: Headers }> {
    const isForm = body instanceof FormData
    const answer = await this.call(address, path, {
      method: 'POST',
      headers: { ...headers, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
      signal: cut ?? null,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return { text, headers: answer.headers }
  }
}
