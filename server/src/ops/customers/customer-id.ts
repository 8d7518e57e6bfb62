import { OperatorError } from '../../errors.ts'
import { isRowId } from '../../wire-values.ts'

/** Parses an argument of a command. Throws `OperatorError`. */
export function parseCustomerId(text: string): number {
  if (isRowId(text)) return Number(text)
  throw new OperatorError(`${text} is not the id of a customer.`)
}
