/** What the command line and a running server agree on: where the socket is, and what goes through it. */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { DealFilter } from '../../deals/deal-overview.ts'

/** The path of the socket on which the server of this data folder listens for the command line. */
export function opsSocketPath(dataDir: string, platform = process.platform): string {
  const folder = realpathSync(dataDir)
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (platform === 'win32') return `\\\\.\\pipe\\veni-ops-${name}`
  // Other users cannot enter the data folder, but they can enter the folder for temporary files.
  const path = join(folder, 'ops.socket')
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(tmpdir(), `veni-${name}.socket`)
}

/** The limit is 108 on Linux and 104 on macOS, with a zero byte at the end. */
const MAX_PATH_BYTES = 103

/** The server answers with one JSON object per line. The report is the last line. */
export const socketMessageSchema = v.variant('type', [
  /** A bad row, an imported entry or a deal, as soon as it is found. */
  v.object({ type: v.literal('item'), item: v.unknown() }),
  v.object({ type: v.literal('report'), report: v.unknown() }),
  /** The whole request is refused, for the reason in the sentence. */
  v.object({ type: v.literal('refusal'), sentence: v.string() }),
  v.object({ type: v.literal('failure') }),
])
export type SocketMessage = v.InferOutput<typeof socketMessageSchema>

export function writeDealQuery({ since, runnerPhone }: DealFilter): string {
  return new URLSearchParams({
    ...(since && { since: since.toISOString() }),
    ...(runnerPhone !== undefined && { runner: runnerPhone }),
  }).toString()
}

export function readDealQuery(query: URLSearchParams): DealFilter {
  const since = query.get('since')
  return {
    since: since === null ? undefined : new Date(since),
    runnerPhone: query.get('runner') ?? undefined,
  }
}
