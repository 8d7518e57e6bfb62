import { api } from '@veni/domain/api'
import { NOT_LISTED_HEADER } from '@veni/domain/api/protocol'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { encodingFor } from '../http/encoding.ts'
import { ReadyAnswer, serveWithoutTurn, serveWrites } from '../http/endpoint.ts'
import { hasAnswer } from '../http/response-hooks.ts'
import { notFound } from '../errors.ts'
import { parseId } from '../wire-values.ts'
import { type ListAnswer, ListAnswers } from './list-answers.ts'
import { customerWrites, toCustomerRecord } from './service.ts'
import { findCustomer } from './store.ts'

export function registerCustomers(app: FastifyInstance, deps: Deps): void {
  const lists = new ListAnswers(deps.db)
  // A list that is stored as bytes takes no turn.
  serveWithoutTurn(app, deps, api.customers, async ({ query, runner, request }) => {
    const takeTurn = <T>(work: () => Promise<T>) => app.callTurns.reads.take(runner.id, work)
    if (query.id === undefined) {
      const asked = { runnerId: runner.id, encoding: encodingFor(request), takeTurn }
      return toReady(await lists.read({ ...asked, has: (tag) => hasAnswer(request, tag) }))
    }
    const id = parseId(query.id)
    const customer = await takeTurn(() => findCustomer(deps.db, runner.id, id))
    if (!customer) throw notFound()
    return toCustomerRecord(customer)
  })

  serveWrites(app, deps, { updateCustomer: api.updateCustomer }, customerWrites)
}

function toReady({ tag, notListed, body }: ListAnswer): ReadyAnswer {
  const headers = { etag: tag, ...(notListed > 0 && { [NOT_LISTED_HEADER]: notListed }) }
  if (!body) return new ReadyAnswer(undefined, 304, headers)
  const isEncoded = body.encoding !== 'identity'
  return new ReadyAnswer(body.bytes, 200, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    ...(isEncoded && { 'content-encoding': body.encoding, vary: 'accept-encoding' }),
  })
}
