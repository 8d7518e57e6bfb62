import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readChanges } from './change-log.ts'
import { everything, nothing, type Unsynced, writeDisk } from './disk-after-cut.ts'
import { compileFileLayer, layerVariables } from './file-layer.ts'
import { SimulatedDisk } from './simulated-disk.ts'

const folders = fileURLToPath(new URL('../../src/config/folders.ts', import.meta.url))

describe('a simulated disk', () => {
  const compiled = mkdtempSync(join(tmpdir(), 'veni-layer-'))
  const library = join(compiled, 'layer.so')
  beforeAll(() => compileFileLayer(library))
  afterAll(() => rmSync(compiled, { recursive: true }))

  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'veni-disk-')))
    mkdirSync(join(folder, 'live'))
    mkdirSync(join(folder, 'copy'))
    for (const copy of ['live', 'copy']) writeFileSync(join(folder, copy, 'old'), 'old text')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs a program on the layer, in the folder of the disk. @returns the folder after a cut at its end */
  async function cutAfter(
    program: string,
    unsynced: Unsynced = nothing,
    syncsFirstName = false,
  ): Promise<string> {
    const [live, log, target] = ['live', 'log', 'target'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const rules = { syncsFirstName: () => syncsFirstName }
    const disk = new SimulatedDisk(live, join(folder, 'copy'), rules)
    const layer = layerVariables({ library, root: live, log })
    const start = `const fs = require('node:fs')
      const sync = (path) => { const file = fs.openSync(path, 'r'); fs.fsyncSync(file); fs.closeSync(file) }\n`
    execFileSync(process.execPath, ['-e', start + program], {
      cwd: live,
      env: { ...process.env, ...layer },
    })
    disk.apply(readChanges(readFileSync(log), live))
    await writeDisk(disk.root, unsynced, { live, target })
    return target
  }
  const read = (target: string, name: string) => {
    const path = join(target, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }

  it('has the content that was synced, and no later one', async () => {
    const after = await cutAfter(`fs.writeFileSync('old', 'new text'); sync('old')
      fs.appendFileSync('old', ', more')`)
    expect(read(after, 'old')).toBe('new text')
  })

  it('has the old content when nothing was synced', async () => {
    expect(read(await cutAfter(`fs.writeFileSync('old', 'new text')`), 'old')).toBe('old text')
  })

  it('has no name before its folder is synced', async () => {
    const program = `fs.writeFileSync('new', 'text'); sync('new')`
    expect(read(await cutAfter(program), 'new')).toBeUndefined()
    rmSync(join(folder, 'target'), { recursive: true })
    rmSync(join(folder, 'live', 'new'))
    rmSync(join(folder, 'log'))
    expect(read(await cutAfter(`${program}; sync('.')`), 'new')).toBe('text')
  })

  it('has the first name of a synced file, and not the later one, where the sync of a file includes it', async () => {
    const after = await cutAfter(
      `fs.writeFileSync('new', 'text'); sync('new'); fs.renameSync('new', 'later')`,
      nothing,
      true,
    )
    expect([read(after, 'new'), read(after, 'later')]).toEqual(['text', undefined])
  })

  it('has a synced new file also when a disk has stored only that its name was deleted before', async () => {
    const oneName: Unsynced = { ...nothing, name: 'one name', countNames: () => 1 }
    const program = `fs.rmSync('old'); fs.writeFileSync('old', 'new text'); sync('old')`
    expect(read(await cutAfter(program, oneName, true), 'old')).toBe('new text')
  })

  it.each([
    ['the old', nothing, ['old text', undefined]],
    ['the new', everything, [undefined, 'old text']],
  ])('has %s name after a rename, and never both', async (_name, unsynced, expected) => {
    const after = await cutAfter(`fs.renameSync('old', 'new')`, unsynced)
    expect([read(after, 'old'), read(after, 'new')]).toEqual(expected)
  })

  it('has one name also after a rename into another folder', async () => {
    const after = await cutAfter(
      `fs.mkdirSync('a'); fs.mkdirSync('b'); fs.renameSync('old', 'a/old'); fs.renameSync('a/old', 'b/old')`,
      everything,
    )
    const files = ['old', 'a/old', 'b/old'].map((name) => read(after, name))
    expect(files).toEqual([undefined, undefined, 'old text'])
  })

  it('has again what was deleted without a sync of the folder', async () => {
    expect(read(await cutAfter(`fs.rmSync('old')`), 'old')).toBe('old text')
  })

  it('has lost a folder whose name was not synced, with everything in it', async () => {
    const after = await cutAfter(
      `fs.mkdirSync('a'); fs.writeFileSync('a/b', 'text'); sync('a/b'); sync('a')`,
    )
    expect(existsSync(join(after, 'a'))).toBe(false)
  })

  it('has every new folder that createFolder has made', async () => {
    const after = await cutAfter(`
      require(${JSON.stringify(fileURLToPath(import.meta.resolve('tsx/cjs')))})
      require(${JSON.stringify(folders)}).createFolder('a/b/c')`)
    expect(existsSync(join(after, 'a/b/c'))).toBe(true)
  })

  it('has everything that programs see when it stores everything', async () => {
    const after = await cutAfter(
      `fs.mkdirSync('a/b', { recursive: true }); fs.copyFileSync('old', 'a/b/c'); fs.truncateSync('old', 3)
      fs.symlinkSync('old', 'link'); fs.cpSync('a', 'd', { recursive: true }); fs.rmSync('a', { recursive: true })
      fs.promises.writeFile('e', 'text').then(() => fs.promises.rename('e', 'd/f'))`,
      everything,
    )
    const files = ['old', 'link', 'd/b/c', 'd/f', 'a', 'e'].map((name) => read(after, name))
    expect(files).toEqual(['old', 'old', 'old text', 'text', undefined, undefined])
  })

  it('has some sectors of a write when it stores some', async () => {
    let count = 0
    const second: Unsynced = {
      name: 'every second sector',
      countNames: (of) => of,
      isStored: () => (count += 1) % 2 === 0,
      sectorBytes: 512,
    }
    const after = await cutAfter(
      `const file = fs.openSync('old', 'r+'); fs.writeSync(file, 'x'.repeat(1024), 0)`,
      second,
    )
    expect(read(after, 'old')).toBe(`old text${'\0'.repeat(504)}${'x'.repeat(512)}`)
  })
})
