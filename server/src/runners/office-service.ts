/** What the office does with runners and sessions. Each function throws `OperatorError` for what the office can fix. */
import { toPhoneKey } from '@veni/domain/runner'
import { isOpen } from '../auth/service.ts'
import { recordOfficeChanges } from '../customers/service.ts'
import type { DbOrTx } from '../db/client.ts'
import { transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { OperatorError } from '../errors.ts'
import {
  deleteSessionsOf,
  deleteSessionsStarting,
  findOfficeRunner,
  insertRunner,
  listRunners,
  listSessions,
  moveCustomers,
  type OfficeRunner,
  setSuspended,
} from './office-store.ts'

type Office = Pick<Deps, 'db' | 'now'>
type OfficeOfSessions = Office & Pick<Deps, 'config'>

const isOpenAt = ({ config, now }: OfficeOfSessions) =>
  isOpen({ now: now(), idleDays: config.sessionLimits.idleDays })

/** Every runner with the number of their customers and of their open sessions. */
export const listOfficeRunners = (office: OfficeOfSessions) =>
  listRunners(office.db, isOpenAt(office))

/** Open sessions with their runner, the last used first. @param phone only of this runner */
export async function listOfficeSessions(office: OfficeOfSessions, phone: string | undefined) {
  if (phone !== undefined) await requireRunnerWithPhone(office.db, phone)
  return listSessions(office.db, isOpenAt(office), phone)
}

export async function addRunner({ db }: Office, name: string, phone: string): Promise<number> {
  const key = toPhoneKey(phone)
  if (!/^\d{10}$/u.test(key))
    throw new OperatorError(`${phone} is not a phone number of ten digits.`)
  if (name.trim() === '') throw new OperatorError('The name is missing.')
  const runner = await transactIn(db)((tx) => insertRunner(tx, { name: name.trim(), phone: key }))
  if (!runner) throw new OperatorError(`A runner has the phone ${key} already.`)
  return runner.id
}

/** The runner's sessions end, so that the next call of each phone is refused. @returns how many ended */
export async function suspendRunner({ db, now }: Office, phone: string): Promise<number> {
  return transactIn(db)(async (tx) => {
    const runner = await requireRunnerWithPhone(tx, phone)
    if (!runner.suspendedAt) await setSuspended(tx, runner.id, now())
    return deleteSessionsOf(tx, runner.id)
  })
}

/** The runner can sign in again. A session that began during the suspension ends: it must not open now. */
export async function resumeRunner({ db }: Office, phone: string): Promise<void> {
  await transactIn(db)(async (tx) => {
    const runner = await requireRunnerWithPhone(tx, phone)
    await deleteSessionsOf(tx, runner.id)
    await setSuspended(tx, runner.id, null)
  })
}

export interface CustomerMove {
  readonly from: string
  readonly to: string
  /** Default: every customer of `from`. */
  readonly ids: readonly number[] | undefined
}

/** Moves all named customers or none. @returns how many */
export async function moveCustomersBetween(
  { db, now }: Office,
  { from, to, ids }: CustomerMove,
): Promise<number> {
  return transactIn(db)(async (tx) => {
    const [old, next] = [
      await requireRunnerWithPhone(tx, from),
      await requireRunnerWithPhone(tx, to),
    ]
    if (old.id === next.id) throw new OperatorError('Both phones belong to the same runner.')
    const moved = await moveCustomers(tx, { from: old.id, to: next.id, ids, now: now() })
    const missing = ids?.filter((id) => !moved.includes(id)) ?? []
    if (missing.length > 0)
      throw new OperatorError(
        `Nothing was moved: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not among the customers of ${old.name}.`,
      )
    await recordOfficeChanges(tx, moved)
    return moved.length
  })
}

/** A session id is the start of its stored hash; eight characters name one of four thousand million. */
export async function endSession({ db }: Office, id: string): Promise<void> {
  if (!/^[0-9a-f]{8,64}$/u.test(id)) throw new OperatorError(`${id} is not the id of a session.`)
  const ended = await transactIn(db)((tx) => deleteSessionsStarting(tx, id))
  if (ended === 0) throw new OperatorError(`There is no session ${id}.`)
}

/** @returns how many sessions ended */
export async function endSessionsOf({ db }: Office, phone: string): Promise<number> {
  return transactIn(db)(async (tx) =>
    deleteSessionsOf(tx, (await requireRunnerWithPhone(tx, phone)).id),
  )
}

/** Throws `OperatorError` when no runner has this phone number. Otherwise a mistyped number would give an empty list. */
export async function requireRunnerWithPhone(db: DbOrTx, phone: string): Promise<OfficeRunner> {
  const runner = await findOfficeRunner(db, toPhoneKey(phone))
  if (!runner) throw new OperatorError(`No runner has the phone ${phone}.`)
  return runner
}
