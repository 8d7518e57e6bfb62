import { toPhoneKey, findRunner } from '@veni/domain/runner'
import type { SignInConfig } from '../config/sign-in-config.ts'
import type { Tx } from '../db/client.ts'
import { OperatorError } from '../errors.ts'
import { ensureRunner, findRunnerByPhone, type RunnerRow } from './store.ts'

/** Finds the runner with this phone. An unknown phone is runner 1. */
export async function runnerWithPhone(tx: Tx, phone: string): Promise<RunnerRow> {
  const known = await findRunnerByPhone(tx, toPhoneKey(phone))
  if (known) return known
  const { id, name } = findRunner(phone)
  return ensureRunner(tx, { id: Number(id), name })
}

/**
 * The runner who made the deals of an exported file. With sign-in by SMS only the office adds runners, so that an
 * unknown phone is nobody's. Throws `OperatorError`.
 */
export async function ownerWithPhone(
  tx: Tx,
  mode: SignInConfig['mode'],
  phone: string,
): Promise<RunnerRow> {
  if (mode === 'demo') return runnerWithPhone(tx, phone)
  const key = toPhoneKey(phone)
  const known = await findRunnerByPhone(tx, key)
  if (known) return known
  throw new OperatorError(
    `No runner has the phone ${key}, so nothing was imported. Add the runner (npm run ops -- runners add ${key} "NAME"), and import the file again.`,
  )
}
