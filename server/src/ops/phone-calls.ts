import cookie from '@fastify/cookie'
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@veni/domain/api/protocol'
import type { PlannedCall } from '@veni/domain/unsent-work'
import fastify from 'fastify'
import { signIn, signOut } from '../auth/service.ts'
import { registerCustomers } from '../customers/routes.ts'
import type { Deps } from '../deps.ts'
import { answerErrors } from '../errors.ts'
import { registerOrders } from '../orders/routes.ts'
import { registerSettlements } from '../settlements/routes.ts'

export interface CallAnswer {
  readonly status: number
  readonly body: unknown
  /** The phone, or an earlier import, had made this call already. */
  readonly isReplayed: boolean
}

export interface PhoneCalls {
  readonly runnerId: number
  /** @param key as the phone has it; without one the call simply runs */
  make(call: PlannedCall, key?: string): Promise<CallAnswer>
  end(): Promise<void>
}

/**
 * The calls of a runner's phone, made inside this process: through the same guard, contract and keys, without a port.
 * His session is there only between the first call and the end.
 */
export async function openPhoneCalls(deps: Deps, phone: string): Promise<PhoneCalls> {
  const app = fastify({ logger: false })
  app.decorateRequest('runner', undefined)
  answerErrors(app, deps.log)
  await app.register(cookie)
  registerCustomers(app, deps)
  registerOrders(app, deps)
  registerSettlements(app, deps)
  const { token, runner } = await signIn(deps, phone)
  return {
    runnerId: runner.id,
    make: async ({ endpoint, params = {}, body }, key) => {
      const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      const reply = await app.inject({
        method: endpoint.method,
        url,
        headers: {
          cookie: `veni=${token}`,
          'content-type': 'application/json',
          ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
        },
        payload: JSON.stringify(body),
      })
      const isReplayed = reply.headers[REPLAYED_HEADER] === 'true'
      return { status: reply.statusCode, body: reply.json<unknown>(), isReplayed }
    },
    end: async () => {
      await signOut(deps, token)
      await app.close()
    },
  }
}
