import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OperatorError } from '../errors.ts'
import { prepareDataFolder } from './folders.ts'

/** The user `nobody` of Linux. */
const NOBODY = 65_534

/** Runs work as a user who does not own the files of these tests. */
function asAnotherUser(work: () => void): void {
  if (process.geteuid?.() !== 0)
    throw new Error('This test acts as another user for a moment: run it as root.')
  process.seteuid?.(NOBODY)
  try {
    work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('an existing data folder', () => {
  let folder = ''
  let umask = 0
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veni-folder-'))
    // `prepareDataFolder` changes it for the whole process.
    umask = process.umask(0o022)
  })
  afterEach(() => {
    process.umask(umask)
    rmSync(folder, { recursive: true })
  })
  const modeOf = () => (statSync(folder).mode & 0o777).toString(8)

  it('that others can read and that belongs to somebody else is refused, and stays as it is', () => {
    chmodSync(folder, 0o777)
    asAnotherUser(() =>
      expect(() => prepareDataFolder(folder)).toThrow(
        new OperatorError(
          `Other users of this machine can read the data folder ${folder}, and it belongs to another user; set DATA_DIR to a folder of your own.`,
        ),
      ),
    )
    expect(modeOf()).toBe('777')
  })

  it('of our own that others can read is taken from them with a word', () => {
    chmodSync(folder, 0o750)
    expect(prepareDataFolder(folder)).toBe(
      `Other users of this machine could read the data folder ${folder}; now only its owner can.`,
    )
    expect(modeOf()).toBe('700')
    expect(prepareDataFolder(folder)).toBeUndefined()
  })
})
