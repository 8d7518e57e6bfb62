import { resolve } from 'node:path'
import { Command } from 'commander'
import type { RowProgress } from '../../backup/load-rows.ts'
import { moveToPostgres } from '../../backup/move-to-postgres.ts'
import { restoreBackup, type RestoreProgress } from '../../backup/restore-backup.ts'
import { readConfig } from '../../config/config.ts'
import { prepareDataFolder, requireDatabase } from '../../config/folders.ts'
import { openPhotoStore } from '../../deps.ts'
import { OperatorError } from '../../errors.ts'
import { checkObjectStore, openS3 } from '../../objects/s3.ts'
import { runTask } from '../connection/run-task.ts'
import { counted } from '../describe.ts'
import { ALL_LOST, printVerified } from '../photos/print-verified.ts'
import type { Terminal } from '../terminal.ts'
import { backupTask } from './backup-task.ts'

/** `backup`, `restore` and `move-to-postgres`. */
export function backupCommands(terminal: Terminal): Command[] {
  return [
    new Command('backup')
      .description('write all rows and photos into a new folder; the server may run')
      .argument('<folder>', 'folder to create')
      .action((folder: string) => backup(terminal, folder)),
    new Command('restore')
      .description('check a backup and load it into an empty database; the server must not run')
      .argument('<folder>', 'folder of the backup')
      .action((folder: string) => restore(terminal, folder)),
    new Command('move-to-postgres')
      .description(
        'copy the embedded database into an empty PostgreSQL database; the server must not run',
      )
      .argument('<url>', 'such as postgres://user:password@host/database')
      .option('--all-lost', ALL_LOST, false)
      .action((url: string, { allLost }: { allLost: boolean }) => move(terminal, url, allLost)),
  ]
}

const toPath = ({ env }: Terminal, folder: string) => resolve(env['INIT_CWD'] ?? '.', folder)

async function backup(terminal: Terminal, folder: string): Promise<void> {
  const target = toPath(terminal, folder)
  const input = { folder: target }
  const { rows, photos, badPhotos } = await runTask(readConfig(terminal.env), backupTask, input, {
    onItem: (item) =>
      terminal.print(
        'table' in item
          ? `${item.table}: ${counted(item.rows, 'row')}`
          : `${item.photos} of ${counted(item.of, 'photo')}`,
      ),
  })
  for (const hash of badPhotos)
    terminal.printError(`${hash}: the photo is missing or damaged at the server.`)
  terminal.print(
    `The backup ${target} has ${counted(rows, 'row')} and ${counted(photos, 'photo')}.`,
  )
  if (badPhotos.length > 0) {
    terminal.printError(
      `The backup is written without ${counted(badPhotos.length, 'photo')} of its rows. Check that DATA_DIR is the server's, and take the files from an older backup.`,
    )
    terminal.fail()
  }
}

async function restore(terminal: Terminal, folder: string): Promise<void> {
  const print = (progress: RestoreProgress) => terminal.print(describeProgress(progress))
  const config = readConfig(terminal.env)
  if (config.s3) await checkObjectStore(openS3(config.s3), config.s3.url)
  const target = { ...config, photoStore: openPhotoStore(config) }
  const { createdAt, badPhotos } = await restoreBackup(target, toPath(terminal, folder), print)
  terminal.print(`Restored the backup of ${createdAt}. All runners sign in again.`)
  if (badPhotos.length > 0) {
    terminal.printError(
      `The backup has been made without ${counted(badPhotos.length, 'photo')} of its rows. The phones that still have them send them again; npm run ops -- verify names those that are missing.`,
    )
    terminal.fail()
  }
}

function describeProgress(progress: RestoreProgress): string {
  if ('checkedFiles' in progress)
    return `${progress.checkedFiles} of ${counted(progress.of, 'file')} checked`
  if ('photos' in progress) return `${progress.photos} of ${counted(progress.of, 'photo')}`
  return describeRows(progress)
}

const describeRows = ({ table, rows, of }: RowProgress) =>
  rows < of ? `${table}: ${rows} of ${counted(of, 'row')}` : `${table}: ${counted(rows, 'row')}`

async function move(terminal: Terminal, url: string, isAllLost: boolean): Promise<void> {
  const config = readConfig(terminal.env)
  if (config.databaseUrl)
    throw new OperatorError('DATABASE_URL is set: the data are in PostgreSQL already.')
  requireDatabase(config)
  prepareDataFolder(config.dataDir)
  const { dataDir } = config
  // The photos of an embedded database, also when a later server is to have them in an object store.
  const source = { dataDir, photoStore: openPhotoStore({ dataDir }), isAllLost }
  const { checked, missing, damaged } = await moveToPostgres(source, url, (progress) => {
    if ('table' in progress) terminal.print(`${describeRows(progress)} copied`)
    else if ('comparedTable' in progress)
      terminal.print(`${progress.comparedTable}: ${counted(progress.rows, 'row')}, equal`)
    else printVerified(terminal, progress)
  })
  terminal.print(`${counted(checked, 'photo')}: ${missing} missing, ${damaged} damaged.`)
  if (missing + damaged > 0) {
    terminal.printError(
      'The copy is complete, but these photos are not in DATA_DIR; take their files from a backup.',
    )
    terminal.fail()
  }
  terminal.print(
    'All rows are in PostgreSQL. Now start the server with DATABASE_URL and the same DATA_DIR, which has the photos.',
  )
}
