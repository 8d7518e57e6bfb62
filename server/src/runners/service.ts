import { toPhoneKey, findRunner } from '@veni/domain/runner'
import type { SignInConfig } from '../config/sign-in-config.ts'
import type { Tx } from '../db/client.ts'
import { OperatorError } from '../errors.ts'
import { shellWord } from '../shell-word.ts'
import {
  ensureRunner,
  findRunnerByPhone,
  findState,
  findSuspension,
  type RunnerRow,
} from './store.ts'

/** @returns undefined for a suspended runner */
export async function activeRunnerWithPhone(tx: Tx, phone: string): Promise<RunnerRow | undefined> {
  const runner = await runnerWithPhone(tx, phone)
  return (await findSuspension(tx, runner.id)) ? undefined : runner
}

/** Finds the runner with this phone. An unknown phone is runner 1. */
async function runnerWithPhone(tx: Tx, phone: string): Promise<RunnerRow> {
  const known = await findRunnerByPhone(tx, toPhoneKey(phone))
  if (known) return known
  const { id, name } = findRunner(phone)
  return ensureRunner(tx, { id: Number(id), name })
}

export interface FileOwner extends RunnerRow {
  /** null for a runner without a phone. */
  readonly phone: string | null
  readonly suspendedAt: Date | undefined
}

/** How the operator says whose deals a file has. Phones are normalised by `toPhoneKey`. */
export interface NamedRunners {
  /** The runner of the file, whose phone the file must have, too. */
  readonly runnerPhone?: string | undefined
  /** The runner who made the deals, whatever phone the file has: it was mistyped, or the office did not know it. */
  readonly forPhone?: string | undefined
}

/**
 * Returns the runner who made the deals of a file. With sign-in by SMS the office must know the runner, and the
 * operator names the phone, because anybody can write any phone into a file. Throws `OperatorError`.
 * @param phone of the file
 */
export async function ownerWithPhone(
  tx: Tx,
  mode: SignInConfig['mode'],
  phone: string,
  { runnerPhone: named, forPhone }: NamedRunners,
): Promise<FileOwner> {
  const key = toPhoneKey(phone)
  if (forPhone !== undefined) return withState(tx, await requireOwner(tx, forPhone))
  if (named !== undefined && named !== key)
    throw new OperatorError(
      `The file says that it is of the phone ${key}, and not of ${named}, so nothing was imported. If ${named} made these deals all the same, add --for ${named} instead.`,
    )
  const owner = mode === 'demo' ? await runnerWithPhone(tx, phone) : await requireOwner(tx, key)
  if (mode !== 'demo' && named === undefined)
    throw new OperatorError(
      `The file says that it is of ${owner.name}, phone ${key}, and nothing was imported. When you know that it is, add --runner ${shellWord(key)}.`,
    )
  return withState(tx, owner)
}

async function withState(tx: Tx, owner: RunnerRow): Promise<FileOwner> {
  return { ...owner, ...(await findState(tx, owner.id)) }
}

async function requireOwner(tx: Tx, key: string): Promise<RunnerRow> {
  const known = await findRunnerByPhone(tx, key)
  if (known) return known
  throw new OperatorError(
    `No runner has the phone ${key}, so nothing was imported. Add the runner (npm run ops -- runners add ${shellWord(key)} "NAME"), and import the file again. If it is a wrong number of a runner, add --for PHONE.`,
  )
}
