/** How the answers of calls are compressed. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import type { FastifyRequest } from 'fastify'

/** Shorter answers are not compressed. */
export const LEAST_COMPRESSED_BYTES = 1_024

/** The default, 11, takes tens of times longer and saves a phone almost nothing. */
export const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, quickBrotli),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

/** What an answer can be stored in; `identity` is not compressed. */
export type Encoding = keyof typeof compressors | 'identity'

/** Browsers send few different headers; others must not fill the memory. */
const negotiator = new Negotiator({
  supportedValues: Object.keys(compressors),
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** The encoding that the sender prefers, as the compression of the other answers chooses it. */
export const encodingFor = ({ headers }: FastifyRequest): Encoding =>
  (negotiator.negotiate((headers['accept-encoding'] ?? '').toLowerCase()) as Encoding | null) ??
  'identity'

export const encode = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'identity' ? bytes : toExactBuffer(await compressors[encoding](bytes))

/** A compressed text is a part of 16 KB, which stay in the memory as long as the part. */
function toExactBuffer(part: Buffer): Buffer {
  const exact = Buffer.allocUnsafeSlow(part.length)
  part.copy(exact)
  return exact
}
