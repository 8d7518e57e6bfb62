import { OperatorError } from '../../errors.ts'

/** Parses an argument of a command. Throws `OperatorError`. */
export function parseCustomerId(text: string): number {
  if (/^[1-9]\d{0,9}$/u.test(text)) return Number(text)
  throw new OperatorError(`${text} is not the id of a customer.`)
}
