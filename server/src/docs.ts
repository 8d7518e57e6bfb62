import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './http/openapi.ts'

/** The contract as an OpenAPI document and as a readable page; its scripts and styles come from this server. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  // The plugin only serves the document; its own type of one is narrower than JSON Schema.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', async () => document)
}
