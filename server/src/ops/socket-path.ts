import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the server that works on this data folder listens for the command line; both compute it alike. */
export function opsSocketPath(dataDir: string, platform = process.platform): string {
  const folder = realpathSync(dataDir)
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (platform === 'win32') return `\\\\.\\pipe\\veni-ops-${name}`
  // The data folder is closed to other users, the folder for temporary files is not.
  const path = join(folder, 'ops.socket')
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(tmpdir(), `veni-${name}.socket`)
}

/** 108 on Linux and 104 on macOS, with a zero byte at the end. */
const MAX_PATH_BYTES = 103
