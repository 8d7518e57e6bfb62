import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A server in its own process. Its output goes into a file, as a service manager does it. */
export interface Program {
  readonly url: string
  /** From the start of the process until it printed its address, in ms. */
  readonly startMs: number
  /** Resident memory in MB. */
  residentMb(): number
  /** Processor time until now, in s, of the process and of the processes that it has started. */
  processorSeconds(): number
  /** Processor time until now, in s, of its main thread, which runs the JavaScript of a server. */
  threadSeconds(): number
  stop(): Promise<void>
}

interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Folder of the file with its output. */
  readonly folder: string
  /** What it prints when it is ready, with its address as first group. */
  readonly printed?: RegExp
  /** Its address, when it prints none. It is ready as soon as it answers. */
  readonly address?: string
}

const START_LIMIT_MS = 120_000
let started = 0

/** Starts a program of Node. Throws what it printed when it ends instead of getting ready. */
export async function startProgram(
  args: readonly string[],
  { env, cwd, folder, printed = /(http:\/\/\S+)/, address }: ProgramOptions,
): Promise<Program> {
  started += 1
  const file = join(folder, `output-${started}.log`)
  const output = openSync(file, 'a')
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const url = address ?? (await readAddress(child, file, printed))
  if (address !== undefined) await untilAnswered(child, file, address)
  return {
    url,
    startMs: performance.now() - begun,
    residentMb: () => readResidentMb(child.pid),
    processorSeconds: () => readFamilySeconds(child.pid),
    threadSeconds: () => readThreadSeconds(child.pid),
    stop: () => stop(child),
  }
}

async function readAddress(child: ChildProcess, file: string, printed: RegExp): Promise<string> {
  const limit = performance.now() + START_LIMIT_MS
  for (;;) {
    const text = readFileSync(file, 'utf8')
    const found = printed.exec(text)?.[1]
    if (found !== undefined) return found
    if (child.exitCode !== null || performance.now() > limit)
      throw new Error(`The program did not start: ${text}`)
    await wait(5)
  }
}

async function untilAnswered(child: ChildProcess, file: string, address: string): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS
  while (!(await fetch(address).then(Boolean, () => false))) {
    if (child.exitCode !== null || performance.now() > limit)
      throw new Error(`The program did not start: ${readFileSync(file, 'utf8')}`)
    await wait(50)
  }
}

function readResidentMb(pid = 0): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** Of one process. */
export const readProcessorSeconds = (pid = 0): number => readOwnSeconds(String(pid))

/** Of the main thread of a process. */
export const readThreadSeconds = (pid = 0): number => readOwnSeconds(`${pid}/task/${pid}`)

const readOwnSeconds = (place: string) => toSeconds(readFields(place).slice(11, 13))

/** Of a process, of those that it has started, and of those of them that have ended: our server decodes photos in another one. */
function readFamilySeconds(pid = 0): number {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = running.filter((one) => Number(readFields(one)[1]) === pid)
  const own = toSeconds(readFields(String(pid)).slice(11, 15))
  return children.reduce((sum, child) => sum + readFamilySeconds(Number(child)), own)
}

/** Linux counts in hundredths of a second. */
const toSeconds = (times: readonly string[]) =>
  times.reduce((sum, time) => sum + Number(time), 0) / 100

/**
 * What Linux says about a process, or a thread of it, behind its name: the state, the number of its parent, …, from the
 * twelfth on its times and those of its children that have ended. Nothing when it has ended.
 * @param place in /proc
 */
function readFields(place: string): string[] {
  try {
    return readFileSync(`/proc/${place}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
