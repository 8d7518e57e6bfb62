import type { DealsReport, ImportedEntry } from './deals/import-deals.ts'
import type { ImportKindName } from './csv/import-kinds.ts'
import type { DiscardedImport } from './records/decided-imports-store.ts'
import type { ImportReport } from './records/import-records.ts'
import type { Terminal } from '../terminal.ts'

/** Describes the result of an import for the operator. */
export function describeReport(report: ImportReport, kindName: ImportKindName): string[] {
  const noun = kindName.replace('-', ' ')
  const sentences: string[] = []
  if (report.ignoredColumns.length > 0) {
    sentences.push(`Ignored columns: ${report.ignoredColumns.join(', ')}.`)
  }
  if (!report.imported) {
    const rows = report.bad === 1 ? 'one row is bad' : `${report.bad} rows are bad`
    const advice = 'Correct the file, or add --skip-bad to import the other rows.'
    return [...sentences, `Nothing was imported: ${rows}. ${advice}`]
  }
  const { added, changed, unchanged, bad } = report
  sentences.push(
    `Imported ${noun}: ${added} added, ${changed} changed, ${unchanged} unchanged${bad > 0 ? `, ${bad} bad and skipped` : ''}.`,
  )
  return sentences
}

/** Nothing else tells the office about the earlier import, so this command fails, although its own work may be done. */
export function reportDiscarded(terminal: Terminal, discarded: DiscardedImport): void {
  const noun = discarded.discardedKind.replace('-', ' ')
  for (const { line, reason } of discarded.clashes)
    terminal.printError(`earlier import of ${noun}, line ${line}: ${reason}`)
  if (discarded.refusal !== undefined)
    terminal.printError(
      `earlier import of ${noun}: the database refuses a value: ${discarded.refusal}`,
    )
  terminal.printError(describeDiscarded(discarded))
  terminal.fail()
}

/** Without the data of its rows, for a log. */
export const describeDiscarded = ({ discardedKind, rows }: DiscardedImport) =>
  `An earlier import of ${discardedKind.replace('-', ' ')} was interrupted and cannot be finished. ${rows} of its rows ${rows === 1 ? 'was' : 'were'} not imported: correct its file and import it again.`

const outcomes = { added: 'added', present: 'already stored', refused: 'refused' } as const

export function describeEntry({ name, outcome, remark }: ImportedEntry): string {
  return `${name}: ${outcomes[outcome]}${remark && `, ${remark}`}`
}

export function describeDealsReport({ added, present, refused }: DealsReport): string {
  return `Imported deals: ${added} added, ${present} already stored, ${refused} refused.`
}
