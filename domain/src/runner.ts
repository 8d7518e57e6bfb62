/** Runners, and the phone numbers that identify them. */
import * as v from 'valibot'

export interface Runner {
  readonly id: string
  readonly name: string
}

/** The runner id in orders and updates for a plain portal. Our server ignores it (ruling 3). */
export const WIRE_RUNNER_ID = 1

const DEFAULT_RUNNER: Runner = { id: '1', name: 'Ravi Kumar' }

/** The phones of a plain portal's two runners; any other phone belongs to runner 1. */
const runnersByPhone: Readonly<Record<string, Runner>> = {
  '9000000001': DEFAULT_RUNNER,
  '9000000002': { id: '2', name: 'Lakshmi Devi' },
}

export function findRunner(phone: string): Runner {
  const key = toPhoneKey(phone)
  return (Object.hasOwn(runnersByPhone, key) ? runnersByPhone[key] : undefined) ?? DEFAULT_RUNNER
}

/** One key per phone: `+91 90000 00001` and `9000000001` must find the same unsent work. */
export function toPhoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length >= 10 ? digits.slice(-10) : digits || phone.trim()
}

/** A runner in the replies of our server. */
export const wireRunnerSchema = v.object({ id: v.number(), name: v.string() })
