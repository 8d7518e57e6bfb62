import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

describe('the lock on a data folder', () => {
  let folder: string
  const claim = (name: string) => {
    mkdirSync(join(folder, 'lock'), { recursive: true })
    writeFileSync(join(folder, 'lock', name), '')
  }
  const claims = () => readdirSync(join(folder, 'lock'))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veni-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('refuses a second holder and accepts the next after the release', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(
      `Another Veni server (process ${process.pid}) already uses the data folder ${folder}; stop it first, or set DATA_DIR to another folder.`,
    )
    lock.release()
    const next = await lockFolder(folder)
    next.release()
    expect(claims()).toEqual([])
  })

  it('accepts at most one of many that start together', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
    const holders = results.filter(({ status }) => status === 'fulfilled')
    expect(holders.length).toBeLessThanOrEqual(1)
    expect(claims()).toHaveLength(holders.length)
  })

  it('takes over from a process that died', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    claim(`${child.pid}.unknown.dead`)
    await lockFolder(folder)
    expect(claims()).toEqual([expect.stringMatching(new RegExp(`^${process.pid}\\.`))])
  })

  it.runIf(process.platform === 'linux')(
    'takes over when another process has the id of the dead one',
    async () => {
      claim(`${process.ppid}.00000000-1.reused`)
      await expect(lockFolder(folder)).resolves.toBeDefined()
    },
  )

  it('deletes files that are no claims', async () => {
    claim('.DS_Store')
    await expect(lockFolder(folder)).resolves.toBeDefined()
  })
})
