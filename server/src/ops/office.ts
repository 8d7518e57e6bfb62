import * as v from 'valibot'
import type { Config } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { openDatabase } from '../db/open-database.ts'
import { askServer, isServerListening } from './ask-server.ts'
import {
  type DealsReport,
  dealsReportSchema,
  importDeals,
  type ImportedEntry,
  importedEntrySchema,
} from './import-deals.ts'
import type { ImportKindName } from './import-kinds.ts'
import { badRowSchema, importReportSchema } from './import-messages.ts'
import { type ImportOptions, type ImportReport, importRecords } from './import-records.ts'
import {
  type DealFilter,
  type OfficeDeal,
  officeDealSchema,
  tellDeals,
} from '../deals/list-deals.ts'
import { toQuery } from './deals-query.ts'
import { opsSocketPath } from './socket-path.ts'

type Bytes = AsyncIterable<Uint8Array>

export interface Office {
  import(kindName: ImportKindName, bytes: Bytes, options: ImportOptions): Promise<ImportReport>
  importDeals(bytes: Bytes, onEntry: (entry: ImportedEntry) => void): Promise<DealsReport>
  /** Newest first. Resolves with how many there are. */
  listDeals(filter: DealFilter, onDeal: (deal: OfficeDeal) => void): Promise<number>
  close(): Promise<void>
}

/**
 * The way to the records: through the running server when it holds the embedded database, which only one process may open; otherwise
 * straight to the database. Throws `StartupRefusal` when it cannot be opened.
 */
export async function openOffice(config: Config): Promise<Office> {
  prepareDataFolder(config.dataDir)
  const path = opsSocketPath(config.dataDir)
  if (!config.databaseUrl && (await isServerListening(path))) return throughServer(path)
  const database = await openDatabase(config)
  const deps = createDeps(config, database.db)
  return {
    import: (...file) => importRecords(database.db, ...file),
    importDeals: (...file) => importDeals(deps, ...file),
    listDeals: (...question) => tellDeals(deps.db, ...question),
    close: () => database.close(),
  }
}

function throughServer(path: string): Office {
  return {
    import: (kindName, bytes, { skipBad, onBadRow }) =>
      askServer(path, {
        url: `/imports/${kindName}?skip-bad=${skipBad}`,
        bytes,
        item: badRowSchema,
        report: importReportSchema,
        onItem: onBadRow,
      }),
    importDeals: (bytes, onEntry) =>
      askServer(path, {
        url: '/imports/deals',
        bytes,
        item: importedEntrySchema,
        report: dealsReportSchema,
        onItem: onEntry,
      }),
    listDeals: (filter, onDeal) =>
      askServer(path, {
        url: `/deals?${toQuery(filter)}`,
        item: officeDealSchema,
        report: v.number(),
        onItem: onDeal,
      }),
    close: () => Promise.resolve(),
  }
}
