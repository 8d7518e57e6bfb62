/** The calls that change something, as functions of values: routes and `import deals` run the same functions. */
import type { BodyOutput, Endpoint, ParamsOutput, ReplyInput } from '@veni/domain/api/endpoint'
import type { Seen } from '@veni/domain/customer/seen'
import type { Tx, Writer } from './db/client.ts'

/** One parsed call of a runner, inside the transaction that also stores its answer. */
export interface Write<TEndpoint extends Endpoint> {
  readonly tx: Tx
  readonly writer: Writer
  readonly params: ParamsOutput<TEndpoint>
  readonly body: BodyOutput<TEndpoint>
  /** What the runner saw of the customer whose status changes; only whole work has it. */
  readonly seen?: Seen | undefined
}

/** One function for each call of a part of the contract. Each throws `AppError` for a refusal. */
export type Writes<TCalls extends Readonly<Record<string, Endpoint>>> = {
  readonly [TName in keyof TCalls]: (
    write: Write<TCalls[TName]>,
  ) => Promise<ReplyInput<TCalls[TName]>>
}
