import type * as v from 'valibot'
import type { Deps } from '../../deps.ts'

/** The parts of one run of a task. */
export interface TaskCall<TInput, TItem> {
  readonly deps: Deps
  readonly input: TInput
  /** The file of the command; empty for a task without a file. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Reports one item as soon as it is known. */
  readonly onItem: (item: TItem) => void
  /** Throws `OperatorError` when the operator has stopped the command. Work that may end between two items calls it. */
  readonly requireOperator: () => void
}

/**
 * Work of the office on the data of a server. A running server does it for the command; without one, the process of
 * the command does it. Input, items and report are JSON.
 */
export interface Task<TInput, TItem, TReport> {
  /** Unique among all tasks: the path of the task at the socket of the server. */
  readonly name: string
  readonly input: v.GenericSchema<TInput>
  readonly item: v.GenericSchema<unknown, TItem>
  readonly report: v.GenericSchema<unknown, TReport>
  /** It may be the first work on a data folder, which gets its database by it. Any other task would find nothing in a wrong folder. */
  readonly canBeFirst?: true
  /** Throws `OperatorError` for what the operator can fix. */
  run(call: TaskCall<TInput, TItem>): Promise<TReport>
}

/** Keeps the types of a task's input, items and report. */
export function defineTask<TInput, TItem, TReport>(
  task: Task<TInput, TItem, TReport>,
): Task<TInput, TItem, TReport> {
  return task
}
