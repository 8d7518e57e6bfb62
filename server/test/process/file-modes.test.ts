import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { RAVI } from '../fixtures/records.ts'
import { FROM_OUR_PAGE, signInAt } from '../setup/client.ts'
import { ServerProcess } from '../setup/server-process.ts'

it.skipIf(process.platform === 'win32')(
  'nothing in the data folder can be read by other users, and an open folder is closed with a word',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'veni-modes-'))
    chmodSync(dataDir, 0o755)
    const previous = process.umask(0)
    onTestFinished(() => {
      process.umask(previous)
      rmSync(dataDir, { recursive: true })
    })
    const server = new ServerProcess({ DATA_DIR: dataDir })
    onTestFinished(() => server.kill('SIGKILL').then(() => undefined))
    const address = await server.address()
    const cookie = await signInAt(address, RAVI.phone)
    const image = await sharp({
      create: { width: 8, height: 8, channels: 3, background: '#822' },
    })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('image', new Blob([Uint8Array.from(image)]), 'packet.jpg')
    const headers = { ...FROM_OUR_PAGE, cookie }
    const stored = await fetch(`${address}/api/images`, { method: 'POST', headers, body: form })
    expect(stored.status).toBe(201)
    const begun = await fetch(`${address}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '1000' },
    })
    expect(begun.status).toBe(201)

    const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    for (const kind of ['database', 'photos', 'uploads', 'lock', 'ops.socket'])
      expect(entries.some((entry) => entry.startsWith(kind))).toBe(true)
    // The database removes files meanwhile.
    const modeOf = (entry: string) =>
      statSync(join(dataDir, entry), { throwIfNoEntry: false })?.mode
    const open = ['.', ...entries].filter((entry) => (modeOf(entry) ?? 0) & 0o077)
    expect(open).toEqual([])
    const { stdout } = await server.kill('SIGTERM')
    expect(stdout).toContain(`could read the data folder ${dataDir}; now only its owner can.`)
  },
)
