import * as v from 'valibot'
import type { Config } from '../../config/config.ts'
import { prepareDataFolder } from '../../config/folders.ts'
import { openDatabase } from '../../db/open-database.ts'
import {
  type DealFilter,
  type DealOverview,
  dealOverviewSchema,
  listAllDeals,
} from '../../deals/deal-overview.ts'
import { createDeps } from '../../deps.ts'
import type { ImportKindName } from '../import/csv/import-kinds.ts'
import {
  type DealsReport,
  dealsReportSchema,
  importDeals,
  type ImportedEntry,
  importedEntrySchema,
} from '../import/deals/import-deals.ts'
import {
  badRowSchema,
  type ImportOptions,
  type ImportReport,
  importRecords,
  importReportSchema,
} from '../import/records/import-records.ts'
import { callServer, isServerListening } from './socket-client.ts'
import { opsSocketPath, writeDealQuery } from './socket-protocol.ts'

type Bytes = AsyncIterable<Uint8Array>

/** What a command can do with the data of a server. */
export interface Connection {
  importRecords(
    kindName: ImportKindName,
    bytes: Bytes,
    options: ImportOptions,
  ): Promise<ImportReport>
  importDeals(bytes: Bytes, onEntry: (entry: ImportedEntry) => void): Promise<DealsReport>
  /** Lists the newest deal first. @returns the number of deals */
  listDeals(filter: DealFilter, onDeal: (deal: DealOverview) => void): Promise<number>
  close(): Promise<void>
}

/**
 * Connects to the data. Only one process can open the embedded database, so the way goes through the server while it
 * runs; otherwise the database is opened here. Throws `OperatorError` when it cannot be opened.
 */
export async function openConnection(config: Config): Promise<Connection> {
  prepareDataFolder(config.dataDir)
  const path = opsSocketPath(config.dataDir)
  if (!config.databaseUrl && (await isServerListening(path))) return connectToServer(path)
  const database = await openDatabase(config)
  const deps = createDeps(config, database.db)
  return {
    importRecords: (...file) => importRecords(database.db, ...file),
    importDeals: (...file) => importDeals(deps, ...file),
    listDeals: (...query) => listAllDeals(deps.db, ...query),
    close: () => database.close(),
  }
}

function connectToServer(path: string): Connection {
  return {
    importRecords: (kindName, bytes, { skipBad, onBadRow }) =>
      callServer(path, {
        url: `/imports/${kindName}?skip-bad=${skipBad}`,
        bytes,
        item: badRowSchema,
        report: importReportSchema,
        onItem: onBadRow,
      }),
    importDeals: (bytes, onEntry) =>
      callServer(path, {
        url: '/imports/deals',
        bytes,
        item: importedEntrySchema,
        report: dealsReportSchema,
        onItem: onEntry,
      }),
    listDeals: (filter, onDeal) =>
      callServer(path, {
        url: `/deals?${writeDealQuery(filter)}`,
        item: dealOverviewSchema,
        report: v.number(),
        onItem: onDeal,
      }),
    close: () => Promise.resolve(),
  }
}
