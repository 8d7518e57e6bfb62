import type { FastifyInstance } from 'fastify'

/** `printRoutes` draws a tree, in which the lines above a line are part of its path. Every GET has a HEAD. @returns such as `GET /api/ping` */
export function registeredRoutes(app: FastifyInstance): string[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^([│├└─ ]*)(\S+)(?: \((.+)\))?$/.exec(line)
      if (!match) return []
      const [, indent = '', part = '', methods = ''] = match
      const depth = indent.length / 4
      const path = `${depth > 1 ? parents[depth - 1] : ''}${part}`
      parents[depth] = path
      const named = methods.split(', ').filter((method) => method && method !== 'HEAD')
      return named.map((method) => `${method} ${path}`)
    })
}
