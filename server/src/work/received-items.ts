/** The results of the items of one call, in their order. */
import type { WorkResult } from '@veni/domain/api/work'
import { ChangedByOffice } from '../customers/changed-by-office.ts'
import type { AppError } from '../errors.ts'

export class ReceivedItems {
  readonly results: WorkResult[] = []
  isReplayed = true
  #ended: AppError | undefined
  readonly #postponed = new Map<unknown, AppError>()

  /** Whether no item failed in a way that concerns later items. */
  get haveNoFailure(): boolean {
    return !this.#ended && this.#postponed.size === 0
  }

  /** @returns why the item cannot be recorded now: an earlier one failed that it must not overtake */
  findFailureBefore(item: unknown): AppError | undefined {
    return this.#ended ?? this.#postponed.get(customerOf(item))
  }

  add(recorded: readonly { readonly result: WorkResult; readonly isNew: boolean }[]): void {
    for (const { result, isNew } of recorded) {
      this.results.push(result)
      this.isReplayed &&= !isNew
    }
  }

  refuse(item: unknown, refusal: AppError): void {
    this.results.push(toResult(refusal))
    this.isReplayed = false
    if (endsCall.has(refusal.code)) this.#ended = refusal
    else if (isTemporary(refusal)) this.#postponed.set(customerOf(item), refusal)
  }
}

const endsCall = new Set<AppError['code']>(['sign-in-required', 'rate-limited', 'unavailable'])
const isTemporary = ({ status, code }: AppError): boolean => status >= 500 || code === 'in-progress'
const customerOf = (item: unknown): unknown =>
  (Object(item) as { readonly customer_id?: unknown }).customer_id

function toResult(refusal: AppError): WorkResult {
  const { status, code, message, fields, retryAfterSeconds } = refusal
  return {
    outcome: 'not-recorded',
    status,
    ...(retryAfterSeconds !== undefined && { retry_after_s: retryAfterSeconds }),
    ...(refusal instanceof ChangedByOffice && { office: refusal.office }),
    error: { code, message, ...(fields && { fields }) },
  }
}
