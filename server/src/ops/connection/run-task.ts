import type { Config } from '../../config/config.ts'
import { prepareDataFolder, requireDatabase } from '../../config/folders.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createDeps } from '../../deps.ts'
import { checkObjectStore } from '../../objects/s3.ts'
import { callServer, isServerListening } from './socket-client.ts'
import { opsSocketPath } from './socket-protocol.ts'
import type { Task } from './task.ts'

export interface TaskOptions<TItem> {
  /** The file of the command. */
  readonly bytes?: AsyncIterable<Uint8Array>
  /** Called for each item as soon as it is known. */
  readonly onItem?: (item: TItem) => void
}

/**
 * Runs a task on the data of a server. Only one process can open the embedded database, so a running server does it;
 * otherwise the database is opened here. @returns the report of the task. Throws `OperatorError`, and an outage as it is.
 */
export async function runTask<TInput, TItem, TReport>(
  config: Config,
  task: Task<TInput, TItem, TReport>,
  input: NoInfer<TInput>,
  { bytes = noBytes(), onItem = () => undefined }: TaskOptions<TItem> = {},
): Promise<TReport> {
  if (!task.canBeFirst) requireDatabase(config)
  prepareDataFolder(config.dataDir)
  const path = opsSocketPath(config.dataDir)
  if (!config.databaseUrl && (await isServerListening(path)))
    return callServer(path, { task, input, bytes, onItem })
  const database = await openDatabase(config)
  try {
    const deps = createDeps(config, database.db)
    // In a wrong bucket every photo would look lost, and an erase would leave them in the right one.
    if (deps.objects && config.s3) await checkObjectStore(deps.objects, config.s3.url)
    const call = { deps, input, bytes, onItem, requireOperator: () => undefined }
    return await database.runLong(() => task.run(call))
  } finally {
    await database.close()
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
