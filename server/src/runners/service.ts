import { toPhoneKey, findRunner } from '@veni/domain/runner'
import type { Tx } from '../db/client.ts'
import { ensureRunner, findRunnerByPhone, type RunnerRow } from './store.ts'

/** Finds the runner with this phone. An unknown phone is runner 1. */
export async function runnerWithPhone(tx: Tx, phone: string): Promise<RunnerRow> {
  const known = await findRunnerByPhone(tx, toPhoneKey(phone))
  if (known) return known
  const { id, name } = findRunner(phone)
  return ensureRunner(tx, { id: Number(id), name })
}
