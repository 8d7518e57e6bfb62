import type { Config } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { openDatabase } from '../db/open-database.ts'
import type { ImportKindName } from './import-kinds.ts'
import { type ImportOptions, type ImportReport, importRecords } from './import-records.ts'
import { importThroughServer, isServerListening } from './remote-import.ts'
import { opsSocketPath } from './socket-path.ts'

export interface Importer {
  import(
    kindName: ImportKindName,
    bytes: AsyncIterable<Uint8Array>,
    options: ImportOptions,
  ): Promise<ImportReport>
  close(): Promise<void>
}

/**
 * The way to the records: through the running server when it holds the embedded database, which only one process may open; otherwise
 * straight to the database. Throws `StartupRefusal` when it cannot be opened.
 */
export async function openImporter(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<Importer> {
  prepareDataFolder(config.dataDir)
  const path = opsSocketPath(config.dataDir)
  if (!config.databaseUrl && (await isServerListening(path))) {
    return {
      import: (...file) => importThroughServer(path, ...file),
      close: () => Promise.resolve(),
    }
  }
  const database = await openDatabase(config)
  return {
    import: (...file) => importRecords(database.db, ...file),
    close: () => database.close(),
  }
}
