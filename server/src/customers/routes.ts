import { api } from '@veni/domain/api'
import { NOT_LISTED_HEADER } from '@veni/domain/api/protocol'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve, serveWrites } from '../http/endpoint.ts'
import { notFound } from '../errors.ts'
import { parseId } from '../wire-values.ts'
import { customerWrites, listCustomers, toCustomerRecord } from './service.ts'
import { findCustomer } from './store.ts'

export function registerCustomers(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.customers, async ({ query, runner, reply }) => {
    if (query.id === undefined) {
      const { listed, notListed } = await listCustomers(deps.db, runner.id)
      if (notListed > 0) reply.header(NOT_LISTED_HEADER, notListed)
      return listed
    }
    const customer = await findCustomer(deps.db, runner.id, parseId(query.id))
    if (!customer) throw notFound()
    return toCustomerRecord(customer)
  })

  serveWrites(app, deps, { updateCustomer: api.updateCustomer }, customerWrites)
}
