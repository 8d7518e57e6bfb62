import type pg from 'pg'
import { PreparingClient } from './preparing-client.ts'

/**
 * A connection that is closed when a statement has no answer within `query_timeout`. A frozen database, or one behind a
 * lost network, closes no connection itself: the pool would hand it out again and again.
 */
export class AnsweringClient extends PreparingClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const closeWhenSilent = (error: unknown) => {
      if (error instanceof Error && error.message === NO_ANSWER) this.connection.stream.destroy()
    }
    this.query = ((...args: unknown[]) => {
      const result = query(...args)
      if (result instanceof Promise) result.catch(closeWhenSilent)
      return result
    }) as pg.Client['query']
  }
}

/** The driver's error has no code. */
export const NO_ANSWER = 'Query read timeout'
