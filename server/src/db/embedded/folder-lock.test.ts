import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newPidNamespace } from '../../../test/setup/pid-namespace.ts'
import { lockFolder } from './folder-lock.ts'

const module = new URL('folder-lock.ts', import.meta.url).href
const holder = `
  const { lockFolder } = await import(${JSON.stringify(module)})
  try { lockFolder(process.argv[1]); console.log('has it') } catch { console.log('refused') }
  setInterval(() => undefined, 1000)
`

describe('the lock on a data folder', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veni-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const refusal = () =>
    `Another Veni server already uses the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`

  /** Another process that tries to lock the folder and then goes on. */
  async function startHolder(
    ...wrapper: string[]
  ): Promise<{ child: ChildProcess; result: string }> {
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', holder, folder]
    const [command = '', ...args] = [...wrapper, ...node]
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    })
    const [result] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, result: result.toString().trim() }
  }

  it('refuses a second holder and accepts the next after the release', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(refusal())
    lock.release()
    lockFolder(folder).release()
    expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o600)
  })

  it('refuses other processes, and ends when its process is killed', async () => {
    const { child, result } = await startHolder()
    expect(result).toBe('has it')
    expect(() => lockFolder(folder)).toThrow(refusal())
    expect((await startHolder()).result).toBe('refused')
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockFolder(folder).release()
  })

  // Two containers on one volume: neither sees the processes of the other.
  it('holds between two namespaces of process ids', async () => {
    const newNamespace = newPidNamespace()
    expect((await startHolder(...newNamespace)).result).toBe('has it')
    expect((await startHolder(...newNamespace)).result).toBe('refused')
    expect(() => lockFolder(folder)).toThrow(refusal())
  })

  it('accepts exactly one of many that start together', async () => {
    const result = await Promise.all(
      Array.from({ length: 6 }, async () => (await startHolder()).result),
    )
    expect(result.toSorted()).toEqual(['has it', ...Array<string>(5).fill('refused')])
  })

  it('is not inherited by a program that the server starts', () => {
    const lock = lockFolder(folder)
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' })
    onTestFinished(() => void sleeper.kill('SIGKILL'))
    lock.release()
    const next = lockFolder(folder)
    expect(sleeper.exitCode).toBeNull()
    next.release()
  })

  it('takes over from a dead process of the first release, and refuses a living one', async () => {
    const claim = (pid: number | undefined) => {
      mkdirSync(join(folder, 'lock'), { recursive: true })
      writeFileSync(join(folder, 'lock', `${pid}.1-2.name`), '')
    }
    claim(process.ppid)
    expect(() => lockFolder(folder)).toThrow(
      `An older release of Veni (process ${process.ppid}) may still use this data folder`,
    )
    rmSync(join(folder, 'lock'), { recursive: true })
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    claim(child.pid)
    lockFolder(folder).release()
  })

  /** Larger than every number that the kernel gives to a process. */
  const DEAD = 4_194_305
  const claimAs = (...names: string[]) => {
    mkdirSync(join(folder, 'lock'))
    for (const name of names) writeFileSync(join(folder, 'lock', name), '')
  }

  it.each([
    ['first', [`${process.ppid}.1-2.a`, `${DEAD}.1-2.b`]],
    ['last', [`0${DEAD}.1-2.a`, `${process.ppid}.1-2.b`]],
    ['in the middle', [`0${DEAD}.1-2.a`, `${process.ppid}.1-2.b`, `${DEAD}.1-2.c`, 'notes.txt']],
  ])(
    'finds the claim of a living process that is %s among others, and deletes none',
    (_, names) => {
      claimAs(...names)
      expect(() => lockFolder(folder)).toThrow(`An older release of Veni (process ${process.ppid})`)
      expect(readdirSync(join(folder, 'lock')).toSorted()).toEqual(names.toSorted())
    },
  )

  it('takes what has no number of a process for no claim', () => {
    claimAs('notes.txt', '.DS_Store', '0.1-2.a', '-1.1-2.a')
    const lock = lockFolder(folder)
    expect(statSync(join(folder, 'lock')).isFile()).toBe(true)
    lock.release()
  })

  it('refuses while the process belongs to another user, and may not be asked', () => {
    claimAs(`${DEAD}.1-2.a`)
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    })
    expect(() => lockFolder(folder)).toThrow(`An older release of Veni (process ${DEAD})`)
  })
})
