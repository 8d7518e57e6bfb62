import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { at } from '../../scripts/process/repository.mjs'
import { buildFloor } from './build-floor.mjs'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}
const folder = at('reports/bench-floor')

export interface FloorRow {
  readonly id: number
  readonly member_name: string
  readonly village_info: string
}

const sampleRows: readonly FloorRow[] = Array.from({ length: 50 }, (_, index) => ({
  id: index + 1,
  member_name: `Customer ${index + 1}`,
  village_info: 'Kothapalli',
}))

/** Builds the floor page and serves it like our server: compressed, cached, on a free loopback port. */
export async function startFloor(rows = sampleRows) {
  await buildFloor(folder)
  const files = await compressedFiles(rows)
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = files.get(path)
    if (!file) return response.writeHead(404).end()
    const isAsset = path.startsWith('/assets/')
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    return response.end(file.content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface ServedFile {
  readonly type: string
  readonly content: Buffer
}

async function compressedFiles(rows: readonly FloorRow[]): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>()
  const add = (path: string, type: string, bytes: Buffer) =>
    files.set(path, { type, content: brotliCompressSync(bytes) })
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)]
    if (type) add(`/${name}`, type, await readFile(join(folder, name)))
  }
  add('/api/customers', 'application/json', Buffer.from(JSON.stringify(rows)))
  return files
}
