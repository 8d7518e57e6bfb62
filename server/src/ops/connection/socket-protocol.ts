/** What the command line and a running server agree on: where the socket is, and what goes through it. */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

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

/** The files were replaced, and the server was not started again yet. */
export const OTHER_RELEASE =
  'The running server is of another release than this command. Restart it, and run the command again.'

/** @param input JSON */
export function writeTaskUrl(name: string, input: unknown): string {
  return `/tasks/${name}?${new URLSearchParams({ input: JSON.stringify(input) }).toString()}`
}

/** Returns the name of the task and its input as JSON; undefined for another URL. */
export function readTaskUrl(url: string): { name: string; input: string } | undefined {
  const { pathname, searchParams } = new URL(url, 'http://ops')
  const name = /^\/tasks\/([\w-]+)$/u.exec(pathname)?.[1]
  return name === undefined ? undefined : { name, input: searchParams.get('input') ?? '{}' }
}
