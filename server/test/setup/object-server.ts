import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '../../src/objects/s3.ts'

export interface ObjectServer {
  /** What a server needs to use the bucket. */
  readonly config: S3Config
  readonly env: NodeJS.ProcessEnv
  /** The objects of the bucket by name. */
  readonly objects: Map<string, Buffer>
  /** The method and the name of each call. */
  readonly calls: string[]
  /** The names of the signed headers of each call. */
  readonly signedHeaders: string[]
  /** The status of the next calls, before their effect; 0 closes the connection without an answer. */
  readonly failures: number[]
  close(): Promise<void>
}

const BUCKET = 'photos'
const keys = { accessKeyId: 'VENIKEY', secretAccessKey: 'a secret / with + signs' }
const region = 'ap-south-1'

/**
 * A service on a free loopback port that speaks the part of the protocol of S3 that the server uses: signature version 4
 * with the hash of the body, addresses with the bucket in the path, and errors as XML.
 */
export async function startObjectServer(): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>()
  const calls: string[] = []
  const signedHeaders: string[] = []
  const failures: number[] = []
  const server = createServer((request, response) => {
    void answer(request, response, { objects, calls, signedHeaders, failures })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${BUCKET}`
  return {
    config: { url, region, ...keys },
    env: {
      S3_URL: url,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    objects,
    calls,
    signedHeaders,
    failures,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Bucket = Pick<ObjectServer, 'objects' | 'calls' | 'signedHeaders' | 'failures'>

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { objects, calls, signedHeaders, failures }: Bucket,
): Promise<void> {
  const { method = '', url = '' } = request
  const bytes = await buffer(request)
  const name = decodeURIComponent(url.replace(`/${BUCKET}/`, ''))
  calls.push(`${method} ${name}`)
  signedHeaders.push(/SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const failure = failures.shift()
  if (failure === 0) return void response.destroy()
  if (failure !== undefined) return refuse(response, failure, 'SlowDown')
  if (!url.startsWith(`/${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket')
  if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch')
  if (method === 'PUT') {
    if (request.headers['x-amz-content-sha256'] !== sha256(bytes))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    objects.set(name, bytes)
    return void response.end()
  }
  if (method === 'DELETE') {
    objects.delete(name)
    return void response.writeHead(204).end()
  }
  const object = objects.get(name)
  if (!object) return refuse(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': object.length })
  response.end(method === 'GET' ? object : undefined)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`)
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Makes the signature again, as the documentation of S3 says ("Authenticating Requests: Using the Authorization Header"). */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, id, scope = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (id !== keys.accessKeyId || scope.split('/')[1] !== region) return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const hash = String(headers['x-amz-content-sha256'])
  const canonical = [method, url, '', signed.join(''), names, hash].join('\n')
  const time = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${keys.secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature
}
