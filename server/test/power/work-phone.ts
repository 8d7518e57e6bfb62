import { REPLAYED_HEADER } from '@veni/domain/api/protocol'
import { type Actor, Caller, type Load, repeatUntil } from './actor.ts'
import { cashDeal } from '../fixtures/phone-file.ts'

interface SentWork {
  readonly invoiceId: string
  readonly body: { readonly items: readonly object[] }
  /** undefined while it is unknown. */
  answer?: string
}

const MOST_REPEATED = 10

/** A phone that sends whole deals by POST /api/work. It signs in after each start, and no session may be lost. */
export class WorkPhone implements Actor {
  readonly sent: SentWork[] = []
  readonly customerId: number
  readonly #sessions: Caller[] = []

  constructor(customerId: number) {
    this.customerId = customerId
  }

  workUntilCut({ address, cut, onSent }: Load): Promise<void> {
    return repeatUntil(cut, async () => {
      const { entry, name } = await cashDeal(this.customerId)
      const { id, work } = entry
      const item = { version: 1, id, customer_id: String(this.customerId), work }
      const sent: SentWork = { invoiceId: name, body: { items: [item] } }
      this.sent.push(sent)
      onSent()
      const { text } = await this.#send(address, sent, cut)
      if (!cut.aborted) sent.answer = text
    })
  }

  async goOn(address: string): Promise<string[]> {
    const problems: string[] = []
    for (const session of this.#sessions.slice(-3)) {
      const { status } = await session.call(address, '/api/runners/me', {})
      if (status !== 200) problems.push(`a session was lost: ${status}`)
    }
    const caller = new Caller()
    await caller.signIn(address)
    this.#sessions.push(caller)
    for (const sent of this.sent.slice(-MOST_REPEATED)) {
      const { text, headers } = await this.#send(address, sent)
      const isReplayed = headers.get(REPLAYED_HEADER) === 'true'
      if (sent.answer !== undefined && (!isReplayed || text !== sent.answer))
        problems.push(`the deal ${sent.invoiceId} was lost or changed`)
      sent.answer = text
    }
    return problems
  }

  async #send(address: string, { body }: SentWork, cut?: AbortSignal) {
    const session = this.#sessions.at(-1)
    if (!session) throw new Error('The phone has not signed in.')
    const answer = await session.send(address, '/api/work', { body, cut })
    if (!answer.text.includes('"outcome":"recorded"')) throw new Error(answer.text)
    return answer
  }
}
