import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PartialUploads, UPLOAD_LIFE_MS } from './partial-uploads.ts'

// A server that is killed during a deletion leaves one of the files.
test.each(['', '.json', '.ends', '.ends.new'])(
  'the file %j alone is deleted a week after the last byte',
  async (extension) => {
    const folder = mkdtempSync(join(tmpdir(), 'veni-uploads-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    let now = Date.now()
    const uploads = new PartialUploads(folder, () => new Date(now))
    writeFileSync(join(folder, `1-${'a'.repeat(32)}${extension}`), '')
    expect(await uploads.deleteExpired()).toBe(0)
    now += UPLOAD_LIFE_MS + 60_000
    expect(await uploads.deleteExpired()).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  },
)
