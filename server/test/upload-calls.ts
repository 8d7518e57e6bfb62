import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Client } from './client.ts'

export const UPLOADS = '/api/uploads'
export const TUS = { 'tus-resumable': '1.0.0' }
export const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' }

export type UploadMethod = 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS'

type Sent = { headers?: Record<string, string>; payload?: Buffer }

/** Unlike every other, of some ten kilobytes. */
export const newPhoto = () =>
  sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer()

/** The requests of tus, as a phone makes them. */
export function uploadCalls(app: () => FastifyInstance) {
  const call = async (
    client: Client | undefined,
    method: UploadMethod,
    url: string,
    { headers = TUS, payload }: Sent = {},
  ) => {
    const reply = await app().inject({
      method,
      url,
      headers: { cookie: client?.cookie ?? '', ...headers },
      ...(payload && { payload }),
    })
    const body = reply.payload === '' ? undefined : reply.json<object>()
    return { status: reply.statusCode, headers: reply.headers, body }
  }
  return {
    call,
    /** @returns its path */
    create: async (client: Client, length: number): Promise<string> => {
      const headers = { ...TUS, 'upload-length': String(length) }
      const { status, headers: said } = await call(client, 'POST', UPLOADS, { headers })
      expect(status).toBe(201)
      return String(said.location)
    },
    patch: (client: Client, url: string, offset: number, payload: Buffer) =>
      call(client, 'PATCH', url, {
        headers: { ...PART, 'upload-offset': String(offset) },
        payload,
      }),
    offsetOf: async (client: Client, url: string) => {
      const { status, headers } = await call(client, 'HEAD', url)
      return { status, offset: headers['upload-offset'] }
    },
  }
}

/** A refusal as every call gives it, with what tus asks for. */
export const tusRefusal = (status: number, code: string, message?: string) => ({
  status,
  headers: { 'tus-resumable': '1.0.0' },
  body: { error: { code, ...(message !== undefined && { message }) } },
})
