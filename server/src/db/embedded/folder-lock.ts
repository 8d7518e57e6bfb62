import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../../errors.ts'

export type FolderLock = { release(): void }

/**
 * Locks `folder` for this process. Throws `OperatorError` when a living process has it. Each process first writes a
 * claim under a new name and then reads the others, so of two that start together at least one sees the other.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const claims = join(folder, 'lock')
  for (let attempt = 1; ; attempt += 1) {
    const own = writeClaim(claims)
    const holder = findOtherHolder(claims, own)
    if (!holder) return { release: () => rmSync(join(claims, own), { force: true }) }
    rmSync(join(claims, own), { force: true })
    if (attempt === ATTEMPTS) throw new OperatorError(refusal(folder, holder.pid))
    // Two processes that start together both withdraw; different pauses let one of them win.
    await wait(20 + Math.random() * 80)
  }
}

const ATTEMPTS = 3

function refusal(folder: string, pid: number): string {
  return `Another Veni server (process ${pid}) already uses the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`
}

type Claim = { pid: number; startedAt: string }

function writeClaim(claims: string): string {
  mkdirSync(claims, { recursive: true })
  const name = `${process.pid}.${processStart(process.pid)}.${randomUUID()}`
  writeFileSync(join(claims, name), '', { flag: 'wx' })
  return name
}

function findOtherHolder(claims: string, own: string): Claim | undefined {
  for (const name of readdirSync(claims)) {
    if (name === own) continue
    const claim = parseClaim(name)
    if (claim && isAlive(claim)) return claim
    rmSync(join(claims, name), { force: true })
  }
  return undefined
}

function parseClaim(name: string): Claim | undefined {
  const [pid, startedAt] = name.split('.')
  return Number(pid) > 0 && startedAt ? { pid: Number(pid), startedAt } : undefined
}

/** A process id is reused after a crash or reboot, so the claim also has the start time of its process. */
function isAlive({ pid, startedAt }: Claim): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return processStart(pid) === startedAt
}

/** Boot id and start tick of a process. `unknown` on systems without /proc, where only the process id decides. */
function processStart(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    // Field 2, the command name, can contain spaces and brackets, so the fields are counted after it. Field 22 is the
    // start tick.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return `${boot}-${fields?.[19] ?? 'unknown'}`
  } catch {
    return 'unknown'
  }
}
