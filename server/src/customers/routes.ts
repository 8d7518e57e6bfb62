import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve, serveWrites } from '../http/endpoint.ts'
import { notFound } from '../errors.ts'
import { parseId } from '../wire-values.ts'
import { customerWrites, toCustomerRecord } from './service.ts'
import { findCustomer, listOpenCustomers } from './store.ts'

export function registerCustomers(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.customers, async ({ query, runner }) => {
    if (query.id === undefined) {
      return (await listOpenCustomers(deps.db, runner.id)).map(toCustomerRecord)
    }
    const customer = await findCustomer(deps.db, runner.id, parseId(query.id))
    if (!customer) throw notFound()
    return toCustomerRecord(customer)
  })

  serveWrites(app, deps, { updateCustomer: api.updateCustomer }, customerWrites)
}
