import { gunzipSync } from 'node:zlib'
import type { Request } from '@playwright/test'

/** The body of a request as text, also when the app has compressed it. */
export function readSentText(request: Request): string {
  const body = request.postDataBuffer() ?? Buffer.alloc(0)
  return toText(body, request.headers()['content-encoding'])
}

export const toText = (body: Buffer, encoding: string | undefined): string =>
  (encoding === 'gzip' ? gunzipSync(body) : body).toString()
