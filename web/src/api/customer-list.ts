import { customersApi } from '@veni/domain/api/customers'
import { customersReplySchema, type Customer } from '@veni/domain/customer'
import { callTimings } from '@veni/domain/timings'
import * as v from 'valibot'
import { appConfig } from '../app-config.ts'
import { callApi, readReply } from './client.ts'
import { ApiFailure } from './failure.ts'
import { keepAnswer } from './kept-answer.ts'

export interface CustomerList {
  readonly customers: readonly Customer[]
  /** The portal answered 500 and still sent customers (spec §7). */
  readonly fromFailedReply: boolean
}

/** Every configured portal failed in one attempt: ruling 11 has a banner of its own for that. */
export class AllEndpointsFailed extends ApiFailure {
  constructor(last: ApiFailure) {
    super(last.kind, last.detail)
    this.name = 'AllEndpointsFailed'
  }
}

/** One attempt at the list: the configured portal first, then its mirrors. */
export async function fetchCustomers(signal: AbortSignal): Promise<CustomerList> {
  const { apiBaseUrl, apiMirrors } = appConfig()
  const baseUrls = [apiBaseUrl, ...apiMirrors]
  let last: ApiFailure | undefined
  for (const baseUrl of baseUrls) {
    try {
      return await fetchFrom(baseUrl, signal)
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.detail.status === 401) throw error
      last = error
    }
  }
  const failure = last ?? new ApiFailure('network')
  throw baseUrls.length > 1 ? new AllEndpointsFailed(failure) : failure
}

const listReply = (fromFailedReply: boolean) =>
  v.pipe(
    customersReplySchema,
    v.transform((customers): CustomerList => ({ customers, fromFailedReply })),
  )

const listReplySchema = listReply(false)
const failedListReplySchema = listReply(true)

async function fetchFrom(baseUrl: string, signal: AbortSignal): Promise<CustomerList> {
  try {
    const { timeoutMs } = callTimings.customers
    return await callApi(customersApi.customers, {
      baseUrl,
      accepts: listReplySchema,
      timeoutMs,
      signal,
      keep: (text) => keepAnswer('customers', text),
    })
  } catch (error) {
    const list = error instanceof ApiFailure && listOfFailure(error)
    if (!list || list.customers.length === 0) throw error
    return list
  }
}

/** A 500 counts as data only when its body parses as customers (ruling 25). */
function listOfFailure({ detail: { status, body } }: ApiFailure): CustomerList | undefined {
  return status === 500 && body ? readReply(body, failedListReplySchema)?.output : undefined
}
