import * as v from 'valibot'
import { parseJson } from '../lib/stored-value.ts'

interface Reading<TOutput> {
  readonly body: string
  readonly output: TOutput
}

/**
 * The last reply that each schema has read. A refresh mostly has the same text. It then gives the same object, which is
 * neither parsed nor drawn again.
 */
const lastRead = new WeakMap<v.GenericSchema, Reading<unknown>>()

/** @returns undefined when it is not what `accepts` describes */
export function readReply<TSchema extends v.GenericSchema>(
  body: string,
  accepts: TSchema,
): Reading<v.InferOutput<TSchema>> | undefined {
  const known = lastRead.get(accepts) as Reading<v.InferOutput<TSchema>> | undefined
  if (known?.body === body) return known
  const reading = parseReply(body, accepts)
  if (reading) lastRead.set(accepts, reading)
  return reading
}

/** As {@link readReply}, of a reply that must not stay in memory. */
export function parseReply<TSchema extends v.GenericSchema>(
  body: string,
  accepts: TSchema,
): Reading<v.InferOutput<TSchema>> | undefined {
  const reply = body === '' ? null : parseJson(body, v.unknown())
  const parsed = v.safeParse(accepts, reply)
  // A reply that is not JSON never counts, whatever the schema accepts.
  return reply === undefined || !parsed.success ? undefined : { body, output: parsed.output }
}
