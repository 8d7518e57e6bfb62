import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type ImportKindName, importKindNames, importKinds } from './import-kinds.ts'
import { openImporter } from './importer.ts'
import { openCsv } from './open-csv.ts'
import { describeReport } from './report.ts'
import type { Terminal } from './terminal.ts'

/** `import customers FILE.csv`, and the same for everything else that can be imported. */
export function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description('bring records from a CSV file; a file that was imported before changes nothing')
    .helpCommand(false)
  for (const kindName of importKindNames) {
    command
      .command(kindName)
      .description(describeColumns(kindName))
      .argument('<file>', 'CSV file in UTF-8; its first line names the columns')
      .option('--skip-bad', 'import the good rows although there are bad ones', false)
      .action((file: string, { skipBad }: { skipBad: boolean }) =>
        importFile(terminal, kindName, file, skipBad),
      )
  }
  return command
}

async function importFile(
  terminal: Terminal,
  kindName: ImportKindName,
  file: string,
  skipBad: boolean,
): Promise<void> {
  // npm runs the command in the top folder, whatever folder the file's name was typed in.
  const bytes = await openCsv(resolve(terminal.env['INIT_CWD'] ?? '.', file))
  const importer = await openImporter(readConfig(terminal.env))
  try {
    const report = await importer.import(kindName, bytes, {
      skipBad,
      onBadRow: ({ line, reason }) => terminal.complain(`line ${line}: ${reason}`),
    })
    for (const sentence of describeReport(report, kindName)) terminal.say(sentence)
    if (!report.imported) terminal.fail()
  } finally {
    bytes.destroy()
    await importer.close()
  }
}

function describeColumns(kindName: ImportKindName): string {
  const columns = importKinds[kindName].columns.map(({ names, required }) => {
    const name = names.join(' or ')
    return required ? name : `[${name}]`
  })
  return `columns ([…] may be left out): ${columns.join(', ')}`
}
