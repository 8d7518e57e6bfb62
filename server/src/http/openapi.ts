import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { api } from '@veni/domain/api'
import { errorReplySchema } from '@veni/domain/api/protocol'
import type { Endpoint } from '@veni/domain/api/endpoint'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { FastifyInstance } from 'fastify'
import { guardOpenCall } from '../limits/guard-call.ts'
import type { GenericSchema } from 'valibot'

/** Serves the contract as an OpenAPI document and as a page. Scripts and styles of the page come from this server. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  await app.register(swagger, {
    mode: 'static',
    // The plugin only serves the document, and its type is narrower than JSON Schema.
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', guardOpenCall(app))
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_POLICY })
    scope.get('/api/openapi.json', async () => document)
  })
}

/** The page writes styles into its elements. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Builds the document in OpenAPI 3.0 from the schemas with which the server and the app parse. */
function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(api)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: toOperation(operationId, endpoint),
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Veni',
      version: '1',
      description: 'Calls between the app of field runners and its server.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'veni' } },
      schemas: { Refusal: toSchema(errorReplySchema, 'output') },
    },
  }
}

function toOperation(operationId: string, endpoint: Endpoint) {
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.part === 'older' ? 'Portal' : 'Extensions'],
    security: endpoint.access === 'runner' ? [{ session: [] }] : [],
    parameters: [
      ...toParameters(endpoint.params, 'path'),
      ...toParameters(endpoint.query, 'query'),
    ],
    ...(endpoint.body && { requestBody: toBody(endpoint.body, endpoint.bodyType) }),
    responses: {
      [endpoint.status ?? 200]: toReply(endpoint),
      default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Refusal' }) },
    },
  }
}

function toParameters(schema: GenericSchema | undefined, position: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: position,
    required: required.includes(name),
    schema: property,
  }))
}

function toBody(schema: GenericSchema, bodyType: Endpoint['bodyType'] = 'json') {
  const type = bodyType === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: true, content: { [type]: { schema: toSchema(schema, 'input') } } }
}

/** A call without a reply schema answers with bytes, or with nothing. */
function toReply({ reply, status }: Endpoint) {
  if (reply) return { description: 'Done', content: json(toSchema(reply, 'input')) }
  if (status === 204) return { description: 'Done' }
  return {
    description: 'Bytes',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  }
}

function json(schema: object) {
  return { 'application/json': { schema } }
}

/** Transformations have no JSON Schema, so the document describes the shape on the wire. */
function toSchema(schema: GenericSchema, typeMode: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    target: 'openapi-3.0',
    typeMode,
    errorMode: 'ignore',
  })
  return rest
}
