import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import type * as v from 'valibot'
import { createWholeFolder } from '../../backup/whole-folder.ts'
import { readConfig } from '../../config/config.ts'
import { OperatorError } from '../../errors.ts'
import { runTask } from '../connection/run-task.ts'
import { counted } from '../describe.ts'
import type { Terminal } from '../terminal.ts'
import { addConflictsCommands } from './conflicts-commands.ts'
import { parseCustomerId } from './customer-id.ts'
import { eraseCustomerTask, exportCustomerTask } from './customer-tasks.ts'
import { createTablesFile } from './tables-file.ts'

/** `customers`: gives a customer their data, erases what identifies them, or ends a conflict with a runner. */
export function customersCommand(terminal: Terminal): Command {
  const command = new Command('customers')
    .description("export or erase a customer's personal data, or end a conflict with a runner")
    .helpCommand(false)
  command
    .command('export')
    .description('write everything that the server has about a customer into a new folder')
    .argument('<id>', 'id of the customer', parseCustomerId)
    .argument('<folder>', 'folder to create')
    .action((id: number, folder: string) => exportTo(terminal, id, folder))
  command
    .command('erase')
    .description(
      'overwrite name, address, numbers, notes and locations of a customer and delete the photos; amounts stay',
    )
    .argument('<id>', 'id of the customer', parseCustomerId)
    .option('--yes', 'confirm it: nobody can undo this', false)
    .action((id: number, { yes }: { yes: boolean }) => erase(terminal, id, yes))
  addConflictsCommands(command, terminal)
  return command
}

async function exportTo(terminal: Terminal, id: number, folder: string): Promise<void> {
  const target = resolve(terminal.env['INIT_CWD'] ?? '.', folder)
  const { written, missing } = await createWholeFolder(target, 'export', (partial) =>
    writeExport(terminal, id, partial),
  )
  for (const file of missing) terminal.printError(`${file} is missing at the server.`)
  terminal.print(`Exported customer ${id} with ${counted(written, 'photo')} to ${target}.`)
  // As a backup without some photos: the customer gets less than the server should have.
  if (missing.length > 0) terminal.fail()
}

async function writeExport(terminal: Terminal, id: number, folder: string) {
  const writing: Promise<void>[] = []
  const missing: string[] = []
  const tables = await createTablesFile(join(folder, 'customer.json'))
  const onItem = (item: ExportedItem) => {
    if ('rows' in item) tables.add(item.table, item.rows)
    else if (item.base64 === null) missing.push(item.file)
    else writing.push(writePhoto(join(folder, item.file), item.base64))
  }
  let written: PromiseSettledResult<void>[] = []
  try {
    await runTask(readConfig(terminal.env), exportCustomerTask, { id }, { onItem })
  } finally {
    // Also after a failure: the folder can be deleted only when nobody writes into it.
    written = await Promise.allSettled([...writing, tables.end()])
  }
  const failed = written.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return { written: writing.length, missing }
}

type ExportedItem = v.InferOutput<(typeof exportCustomerTask)['item']>

/** For its owner only. */
function writePhoto(file: string, base64: string): Promise<void> {
  const written = writeFile(file, base64, { encoding: 'base64', mode: 0o600, flag: 'wx' })
  // The end of the export tells of the failure. Without this, Node.js would end the process before.
  written.catch(() => {})
  return written
}

async function erase(terminal: Terminal, id: number, isConfirmed: boolean): Promise<void> {
  if (!isConfirmed) throw new OperatorError('Nobody can undo this; add --yes to confirm it.')
  const { deleted, notFound, shared, toCome, late } = await runTask(
    readConfig(terminal.env),
    eraseCustomerTask,
    { id },
  )
  const again = late ? ' again' : ''
  terminal.print(`Erased customer ${id}${again}, with ${counted(deleted, 'photo')}.`)
  if (late && late.length > 0)
    terminal.print(`Received since the erase before: ${late.join(', ')}.`)
  if (toCome > 0)
    terminal.print(`${counted(toCome, 'photo')} may still arrive; then run this command again.`)
  if (shared > 0)
    terminal.print(
      `${counted(shared, 'photo')} stayed: other customers or runners have ${shared === 1 ? 'it' : 'them'}, too.`,
    )
  terminal.print('Backups that were made before still have the data.')
  for (const file of notFound)
    terminal.printError(
      `${file} was not found in the folder of photos, so it was not deleted. Delete it if another DATA_DIR has it.`,
    )
  if (notFound.length > 0) terminal.fail()
}
