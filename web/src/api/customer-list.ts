import { customersApi } from '@veni/domain/api/customers'
import { customersReplySchema, type Customer } from '@veni/domain/customer'
import { callTimings } from '@veni/domain/api/timings'
import * as v from 'valibot'
import { NOT_LISTED_HEADER } from '@veni/domain/api/protocol'
import { appConfig } from '../app-config.ts'
import { createValueStore } from '../lib/value-store.ts'
import { callApi } from './client.ts'
import { readReply } from './read-reply.ts'
import { ApiFailure } from './failure.ts'
import { storeAnswer } from './answer-snapshot.ts'

export interface CustomersAnswer {
  readonly customers: readonly Customer[]
  /** The server answered 500 and still sent customers. */
  readonly fromFailedReply: boolean
}

/** How many customers the server left out of the last list, which would be too long. */
export const customersNotListed = createValueStore(0)

/** Every configured server failed in one attempt; ruling 11 has its own banner for it. */
export class AllEndpointsFailed extends ApiFailure {
  constructor(readonly each: readonly ApiFailure[]) {
    const last = each.at(-1)
    super(last?.kind ?? 'network', last?.detail)
    this.name = 'AllEndpointsFailed'
  }
}

/** Whether no server was reachable. A time-out and an incomplete answer do not count. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AllEndpointsFailed) return error.each.every(isUnreachable)
  return error instanceof ApiFailure && error.kind === 'network'
}

/** One attempt to fetch the list: from the configured server, then from its mirrors. */
export async function fetchCustomers(signal: AbortSignal): Promise<CustomersAnswer> {
  const { apiBaseUrl, apiMirrors } = appConfig()
  const baseUrls = [apiBaseUrl, ...apiMirrors]
  const failures: ApiFailure[] = []
  for (const baseUrl of baseUrls) {
    try {
      return await fetchFrom(baseUrl, signal)
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.detail.status === 401) throw error
      failures.push(error)
    }
  }
  const [only, ...others] = failures
  throw only && others.length === 0 ? only : new AllEndpointsFailed(failures)
}

const listReply = (fromFailedReply: boolean) =>
  v.pipe(
    customersReplySchema,
    v.transform((customers): CustomersAnswer => ({ customers, fromFailedReply })),
  )

const listReplySchema = listReply(false)
const failedListReplySchema = listReply(true)

async function fetchFrom(baseUrl: string, signal: AbortSignal): Promise<CustomersAnswer> {
  try {
    const { timeoutMs } = callTimings.customers
    return await callApi(customersApi.customers, {
      baseUrl,
      accepts: listReplySchema,
      timeoutMs,
      signal,
      store(text, headers) {
        customersNotListed.set(Number(headers.get(NOT_LISTED_HEADER)))
        storeAnswer('customers', text)
      },
    })
  } catch (error) {
    const list = error instanceof ApiFailure && listOfFailure(error)
    if (!list || list.customers.length === 0) throw error
    return list
  }
}

/** A 500 counts as data only when its body parses as customers (ruling 25). */
function listOfFailure({ detail: { status, body } }: ApiFailure): CustomersAnswer | undefined {
  return status === 500 && body ? readReply(body, failedListReplySchema)?.output : undefined
}
