/** A file of a backup changes after the restore has compared its hash. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCustomer, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { runOps, useOps } from '../../test/setup/ops.ts'
import { openPhotoStore } from '../deps.ts'
import type { PhotoKey } from '../photos/photo-store.ts'
import { storePhoto } from '../photos/service.ts'
import { photoFile } from './backup-folder.ts'
import { restoreBackup } from './restore-backup.ts'

describe('a restore of a backup that changes meanwhile', () => {
  const server = useOps('embedded')
  let folder: string
  let backup: string
  let dataDir: string
  let key: PhotoKey
  beforeAll(() => storeRunners(server.deps.db))
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-changed-'))
    backup = join(folder, 'backup')
    dataDir = join(folder, 'data')
    key = await storePhoto(server.deps, RAVI.id, await newPhoto())
    await newCustomer(server.deps.db)
    await runOps(folder, server.env, ['backup', backup])
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** @param change happens when the hashes of all files are compared */
  const restore = (change: () => void) => {
    const target = { dataDir, databaseUrl: undefined, photoStore: openPhotoStore({ dataDir }) }
    return restoreBackup(target, backup, (progress) => {
      if ('checkedFiles' in progress && progress.checkedFiles === progress.of) change()
    })
  }

  test.each([
    ['photo', () => photoFile(key), (file: string) => writeFileSync(file, 'another photo')],
    [
      'table',
      () => 'tables/customers.jsonl',
      (file: string) => writeFileSync(file, ` ${readFileSync(file, 'utf8')}`),
    ],
  ])(
    'is refused when a %s is another one, and stores nothing of it',
    async (_what, name, change) => {
      const file = join(backup, name())
      await expect(restore(() => change(file))).rejects.toThrow(
        `${file} has changed during the restore. No row was restored.`,
      )
      expect(existsSync(join(dataDir, 'database'))).toBe(false)
      const stored = await openPhotoStore({ dataDir }).get(key)
      expect(stored?.toString()).not.toBe('another photo')
    },
  )
})
