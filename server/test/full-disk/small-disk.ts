import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MB = 1024 * 1024

/** A real file system in memory of a few MB, with a file that fills it. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk so that exactly so many bytes are free. */
  fill(leftBytes: number): Promise<void>
  /** Frees everything that `fill` has taken. */
  empty(): Promise<void>
  freeBytes(): number
  unmount(): Promise<void>
}

/**
 * Mounts the disk in a mount namespace of its own, which ends with its process and which only this process looks into.
 * Throws when the machine permits no mount: these tests are worth nothing on a disk that never fills.
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const point = mkdtempSync(join(tmpdir(), 'veni-disk-'))
  const options = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m']
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs '${point}' && echo mounted && exec sleep infinity`
  const holder = spawn('unshare', [...options, 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const problems: Buffer[] = []
  holder.stderr.on('data', (chunk: Buffer) => problems.push(chunk))
  const started = await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'close'),
    once(holder, 'error'),
  ])
  if (String(started[0]).trim() !== 'mounted')
    throw new Error(
      `This test mounts a small file system and needs the permission for it: run it as root with CAP_SYS_ADMIN, or where user namespaces are permitted. ${Buffer.concat(problems).toString()}`,
    )
  const folder = `/proc/${holder.pid}/root${point}`
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: (leftBytes) => fillDisk(folder, ballast, leftBytes),
    empty: () => rm(ballast, { force: true }),
    freeBytes: () => freeBytes(folder),
    async unmount() {
      holder.kill('SIGKILL')
      await once(holder, 'close')
      rmSync(point, { recursive: true, force: true })
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

async function fillDisk(folder: string, ballast: string, leftBytes: number): Promise<void> {
  const file = await open(ballast, 'a')
  try {
    const chunk = Buffer.alloc(MB, 1)
    for (let more; (more = freeBytes(folder) - leftBytes) > 0;)
      await file.write(chunk.subarray(0, Math.min(more, MB)))
    const tooMuch = leftBytes - freeBytes(folder)
    if (tooMuch > 0) await truncate(ballast, (await file.stat()).size - tooMuch)
  } finally {
    await file.close()
  }
}
