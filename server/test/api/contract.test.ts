import { api } from '@veni/domain/api'
import { describe, expect, it } from 'vitest'
import { request } from '../setup/client.ts'
import { registeredRoutes } from '../setup/registered-routes.ts'
import { useServer } from '../setup/server.ts'

const contract = Object.values(api).map(({ method, path }) => `${method} ${path}`)

describe('the server and its contract', () => {
  const server = useServer('embedded')

  it('registers exactly the calls of the contract', () => {
    // Uploads use tus, which answers with headers.
    const isDocumentation = (route: string) =>
      / \/api\/(?:docs|openapi\.json|uploads(?:\/:id)?$)/.test(route)
    const routes = registeredRoutes(server.app)
    const calls = routes.filter((route) => route.includes(' /api/') && !isDocumentation(route))
    expect(calls.toSorted()).toEqual(contract.toSorted())
  })

  it('serves an OpenAPI document with every call of the contract', async () => {
    const { body } = await request<OpenApi>(server.app, 'GET', '/api/openapi.json')
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const wanted = contract.map((call) => call.replaceAll(/:(\w+)/g, '{$1}'))
    expect(described.toSorted()).toEqual(wanted.toSorted())
    expect(body.paths['/api/orders']?.post).toMatchObject({
      requestBody: {
        content: {
          'application/json': { schema: { required: expect.arrayContaining(['quantity']) } },
        },
      },
    })
  })

  it('shows the document on a page whose scripts come from this server', async () => {
    const page = await server.app.inject({ method: 'GET', url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const sources = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1])
    expect(sources.length).toBeGreaterThan(3)
    expect(sources.filter((source) => /^(?:https?:)?\/\//.test(source ?? ''))).toEqual([])
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'/)
  })
})

type OpenApi = { paths: Record<string, Record<string, unknown>> }
