import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../../errors.ts'

export type FolderLock = { release(): void }

/**
 * Takes the exclusive right to use `folder`, or refuses in one sentence when a living process has it.
 *
 * Every process first writes a claim of its own, under a name no other claim ever has, and only then looks at the others: of two that
 * start together at least one sees the other, so they never both go on, and clearing away a dead process's claim can never hit a live one.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const claims = join(folder, 'lock')
  for (let attempt = 1; ; attempt += 1) {
    const own = writeClaim(claims)
    const holder = findOtherHolder(claims, own)
    if (!holder) return { release: () => rmSync(join(claims, own), { force: true }) }
    rmSync(join(claims, own), { force: true })
    if (attempt === ATTEMPTS) throw new OperatorError(refusal(folder, holder.pid))
    // Two that start at the same moment both step back; uneven pauses let one of them win.
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

/** A process id is reused after a crash or reboot: the claim counts only while that id still belongs to the process that wrote it. */
function isAlive({ pid, startedAt }: Claim): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return processStart(pid) === startedAt
}

/** Boot and start tick of a process; `unknown` where the system does not tell (no /proc), so that only the process id decides. */
function processStart(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    // The command name, field 2, may hold spaces and brackets: count from behind it. Field 22 is the start tick.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return `${boot}-${fields?.[19] ?? 'unknown'}`
  } catch {
    return 'unknown'
  }
}
