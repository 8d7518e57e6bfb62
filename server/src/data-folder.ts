import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { StartupRefusal } from './startup-refusal.ts'

/** Makes the data folder, closed to other users of the machine: it holds customers. Throws `StartupRefusal` when it cannot be written. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupRefusal(
      `The data folder ${folder} cannot be written (${reasonOf(error)}); set DATA_DIR to a folder that can.`,
    )
  }
  if (!statSync(folder).isDirectory())
    throw new StartupRefusal(
      `The data folder ${folder} is not a folder; set DATA_DIR to one that is.`,
    )
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
