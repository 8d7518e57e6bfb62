import pg from 'pg'

/** How many statements the driver has sent since the last reset, and how many bytes their rows have as JSON. */
export const sent = { statements: 0, bytes: 0 }

export function resetSent(): void {
  Object.assign(sent, { statements: 0, bytes: 0 })
}

// A connection binds this function when it is opened.
const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
pg.Client.prototype.query = function count(this: pg.Client, ...args: unknown[]) {
  sent.statements += 1
  const result = query.apply(this, args)
  if (!(result instanceof Promise)) return result
  return result.then((answer: pg.QueryResult) => {
    sent.bytes += JSON.stringify(answer.rows ?? []).length
    return answer
  })
} as typeof pg.Client.prototype.query
