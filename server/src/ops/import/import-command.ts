import { toPhoneKey } from '@veni/domain/runner'
import { Command, Option } from 'commander'
import { type ImportKindName, importKindNames, importKinds } from './csv/import-kinds.ts'
import { runTask } from '../connection/run-task.ts'
import type { ImportedEntry } from './deals/import-deals.ts'
import { importDealsTask, importRecordsTask } from './import-tasks.ts'
import { withFile } from '../input-file.ts'
import type { NamedRunners } from '../../runners/service.ts'
import {
  describeDealsReport,
  describeEntry,
  describeReport,
  reportDiscarded,
} from './describe-import.ts'
import type { Terminal } from '../terminal.ts'

/** `import customers FILE.csv`, one such command for each kind of record, and `import deals FILE`. */
export function createImportCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description('import records from a file; the same file again changes nothing')
    .helpCommand(false)
  for (const kindName of importKindNames) {
    command
      .command(kindName)
      .description(describeColumns(kindName))
      .argument('<file>', 'CSV file in UTF-8; its first line names the columns')
      .option('--skip-bad', 'import the good rows although the file has bad rows', false)
      .action((file: string, { skipBad }: { skipBad: boolean }) =>
        importFile(terminal, kindName, file, skipBad),
      )
  }
  command
    .command('deals')
    .description('import the unsent deals that a phone exported; nothing is stored twice')
    .argument('<file>', 'exported file, which the app names veni-deals')
    .option('--runner <phone>', 'the runner whose deals these are; needed with SMS', toPhoneKey)
    .addOption(
      new Option('--for <phone>', 'the runner who made them, when the phone of the file is another')
        .argParser(toPhoneKey)
        .conflicts('runner'),
    )
    .action((file: string, options: { runner?: string; for?: string }) =>
      importDealsFile(terminal, file, { runnerPhone: options.runner, forPhone: options.for }),
    )
  return command
}

async function importDealsFile(
  terminal: Terminal,
  file: string,
  named: NamedRunners,
): Promise<void> {
  await withFile(terminal, file, 'file of deals', async (config, bytes) => {
    const onItem = (entry: ImportedEntry) => {
      if (entry.outcome === 'refused') terminal.printError(describeEntry(entry))
      else terminal.print(describeEntry(entry))
    }
    const report = await runTask(config, importDealsTask, named, { bytes, onItem })
    terminal.print(describeDealsReport(report))
    if (report.otherPhone)
      terminal.print(
        `The file has the phone ${report.otherPhone.ofFile}; its deals count for ${report.otherPhone.runner}.`,
      )
    if (report.suspended !== undefined)
      terminal.print(`${report.suspended} is suspended: check these deals (npm run ops -- deals).`)
    if (report.refused > 0) terminal.fail()
  })
}

async function importFile(
  terminal: Terminal,
  kindName: ImportKindName,
  file: string,
  skipBad: boolean,
): Promise<void> {
  await withFile(terminal, file, 'CSV file', async (config, bytes) => {
    const report = await runTask(
      config,
      importRecordsTask,
      { kindName, skipBad },
      {
        bytes,
        onItem: (item) => {
          if ('discardedKind' in item) reportDiscarded(terminal, item)
          else terminal.printError(`line ${item.line}: ${item.reason}`)
        },
      },
    )
    for (const sentence of describeReport(report, kindName)) terminal.print(sentence)
    if (!report.imported) terminal.fail()
  })
}

function describeColumns(kindName: ImportKindName): string {
  const columns = importKinds[kindName].columns.map(({ names, required }) => {
    const name = names.join(' or ')
    return required ? name : `[${name}]`
  })
  return `columns ([…] may be left out): ${columns.join(', ')}`
}
