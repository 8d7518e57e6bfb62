import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { MOST_VALUES } from './parse-request.ts'

/**
 * Lets the app receive JSON. A body with too many values is refused before it is parsed: 170,000 empty objects have
 * 510 KB, and each function that looks at them stops the server for everybody.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (hasTooManyValues(body as Buffer))
      done(new AppError('bad-request', 'The body has too many values.'))
    else void parse(request, body.toString(), done)
  })
}

/** Before each value of JSON stands a comma, or the bracket that opens its list or object. Few texts have one. */
const valueStarts = [',', '[', '{'].map((sign) => sign.charCodeAt(0))

function hasTooManyValues(body: Buffer): boolean {
  let count = 0
  for (const sign of valueStarts)
    for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + 1)) {
      count += 1
      if (count > MOST_VALUES) return true
    }
  return false
}
