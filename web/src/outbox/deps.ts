/** The parts that an outbox is composed of. The page, the service worker and the simulation each pass their own. */
import { ApiFailure } from '../api/failure.ts'
import type { StorageWrite } from '../storage/phone-storage.ts'
import type { Deal } from '@veni/domain/deal'
import { LostPhoto, UnreadableRow } from '../storage/storage-problem.ts'
import type { EntryHead, OutboxEntry } from './entry.ts'

export interface OutboxDeps {
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly storage: EntryStore
  readonly transport: Transport
  readonly reconciliation: Reconciliation
  readonly session: SenderSession
  readonly lock: PassLock
  /** The name of this sender in a lease: one tab, the same after a reload, or the service worker. */
  readonly sender: string
  /** Publishes an outcome to the other tabs; undefined means only that the outbox has changed. */
  readonly publish: (outcome: Outcome | undefined) => void
  /** Receives the signed-in runner's unsent entries after each change, and after many changes together. */
  readonly onEntries: (entries: readonly EntryHead[]) => void
  /** A pass has left work that must also be sent while no page is open. */
  readonly onWorkLeft: () => void
}

export interface Clock {
  /** ms since 1970. */
  readonly now: () => number
  /** Runs a function once after so many ms. @returns cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

/**
 * Runs a pass while no other sender does. Where the browser has no locks `isOnly` is false: other passes may run at the
 * same time, and the leases of the entries keep them apart.
 */
export type PassLock = <TResult>(pass: (isOnly: boolean) => Promise<TResult>) => Promise<TResult>

interface SenderSession {
  /** Reads again who is signed in. Called before each call, because the runner may have signed out since. */
  readonly refresh: () => Promise<void>
  /** Whose work may be sent; undefined while nobody is signed in. */
  readonly owner: () => string | undefined
  /** Changes with each sign-in. A pass that began under an earlier one does not ask for the code. */
  readonly current: () => unknown
  /** The server asks for the code again. */
  readonly onSignedOut: () => void
}

export interface EntryStore {
  readonly listHeads: (owner: string) => Promise<readonly EntryHead[]>
  /** Waits until entries that the database lost are restored, three seconds at most. */
  readonly whenListsComplete: () => Promise<void>
  readonly readEntry: (id: string) => Promise<OutboxEntry | undefined>
  /** The invoice ids of the settlements that nothing in the list sends, although their delivery is in the list. */
  readonly findUnsentSettlements: (list: readonly EntryHead[]) => Promise<ReadonlySet<string>>
  /** @returns the heads of those entries that are still stored */
  readonly readHeads: (ids: readonly string[]) => Promise<readonly EntryHead[]>
  /** @param requireOwner called in the transaction; when it throws, nothing is stored */
  readonly storeEntry: (
    entry: OutboxEntry,
    more: readonly StorageWrite[],
    requireOwner: () => void,
  ) => Promise<void>
  /**
   * Changes an entry as it is stored now, in one transaction; undefined leaves it as it is.
   * @returns what was stored; undefined when nothing was
   */
  readonly changeEntry: (
    id: string,
    change: (entry: OutboxEntry) => OutboxEntry | undefined,
  ) => Promise<OutboxEntry | undefined>
  /** As `changeEntry`, for several entries in their order, in one transaction. */
  readonly changeEntries: (
    ids: readonly string[],
    change: (entry: OutboxEntry) => OutboxEntry | undefined,
    options?: { readonly isLease?: boolean },
  ) => Promise<readonly OutboxEntry[]>
  readonly deleteEntry: (id: string) => Promise<void>
  /** @param requireOwner as for `storeEntry` */
  readonly storeDealOnce: (
    deal: Deal,
    entry: OutboxEntry | undefined,
    requireOwner: () => void,
  ) => Promise<Deal>
  /** No step of the entries is left: stores that their deals are received, and removes them, in one transaction. */
  readonly storeReceived: (entries: readonly OutboxEntry[], now: number) => Promise<void>
}

/** To be called directly before each call, and after it before something is stored. */
export type RequireOwner = () => Promise<void>

/** Finds out whether our server still has what it acknowledged. */
export interface Reconciliation {
  /** Stores entries that leave the outbox, so that they can be sent again. @param sentAt ms since 1970 */
  readonly storeSent: (entries: readonly OutboxEntry[], sentAt: number) => Promise<void>
  /**
   * The epoch of the database that has what the owner sent. Our server records nothing new in another one until the phone
   * has compared. @returns undefined before the first work, and without our server
   */
  readonly readEpoch: (owner: string) => Promise<Epoch>
  /** @returns the latest `createdAt` of the owner's entries that were sent; undefined without one */
  readonly readLatest: (owner: string) => Promise<number | undefined>
  /** @returns whether the phone can compare what this owner sends */
  readonly storeFirstEpoch: (owner: string, epoch: string) => Promise<boolean>
  /**
   * @param requireOwner throws {@link OtherRunner} when the owner is not signed in any more
   * @returns whether the owner has something to send now that could not be sent before. Throws ApiFailure and OtherRunner
   */
  readonly reconcile: (owner: string, requireOwner: RequireOwner) => Promise<boolean>
}

export interface Transport {
  /** The first step that the server has not acknowledged; undefined when it has acknowledged all. */
  readonly nextStep: (entry: EntryHead) => NextStep | undefined
  /** How several entries are sent in one call; absent where there is no such call. */
  readonly together?: SendTogether
  /** Uploads a stored photo. Throws ApiFailure when the server refuses it or cannot be reached. */
  readonly uploadPhoto: (id: string) => Promise<void>
}

/** Names a state of the server's database from which it was continued (domain/src/api/reconciliation.ts). */
export type Epoch = string | undefined

export interface NextStep {
  /** Photos and their addresses. They are sent after the records of all entries. */
  readonly isPhotoStep?: boolean
  /** Uploads photos, which have a limit of their own at the server. */
  readonly isUpload?: boolean
  /** Makes the calls of the step. Throws SendFailure and {@link OtherRunner}. */
  readonly run: (entry: OutboxEntry, guards: CallGuards) => Promise<StepResult>
}

export interface CallGuards {
  /** To be called before each further call; false when another sender has the entry. */
  readonly renewLease: () => Promise<boolean>
  /** To be called directly before each call. Throws {@link OtherRunner}: the call would be made for another runner. */
  readonly requireOwner: () => void
  /** To be called when the server has stored a part of a step: there is a network, also when the rest of it fails. */
  readonly noteAnswer: () => void
  /** Of the database, as the phone knew it when the pass began: what it sends again must be in the list of the pass. */
  readonly epoch?: Epoch
}

/** Another runner has signed in since the entry was taken. */
export class OtherRunner extends Error {}

export interface SendTogether {
  /** Whether the next step of the entry is one that a call for several entries can make. */
  readonly isPossible: (entry: EntryHead) => boolean
  /** The bytes of an entry in such a call. */
  readonly measure: (entry: OutboxEntry) => number
  /**
   * Sends all records of each entry in one call.
   * @returns a result for each entry; undefined when the server does not offer the call. Throws SendFailure of the call.
   */
  readonly send: (
    entries: readonly OutboxEntry[],
    guards: Pick<CallGuards, 'requireOwner' | 'epoch'>,
  ) => Promise<readonly (Acknowledged | SendFailure)[] | undefined>
}

export type StepResult = Acknowledged | { readonly kind: 'lease-lost' }

export interface Acknowledged {
  readonly kind: 'acknowledged'
  readonly learned: Learned
  /** The steps that are finished now: one, or all records of the entry. */
  readonly done: readonly string[]
}

/** What the reply to a step contained; merged into the entry. */
export type Learned = Partial<
  Pick<OutboxEntry, 'orderId' | 'staysHere' | 'differences' | 'hash' | 'epoch'>
>

/** Why an attempt failed. Any other error is a bug. */
export type SendFailure = ApiFailure | UnreadableRow | LostPhoto

export const isSendFailure = (error: unknown): error is SendFailure =>
  error instanceof ApiFailure || error instanceof UnreadableRow || error instanceof LostPhoto

/** How one attempt at one entry ended. */
export type Attempt =
  | Outcome
  /** The server has its records; only its photos are left for the second round. */
  | { readonly kind: 'records-sent' }
  | { readonly kind: 'not-due' }
  /** Another sender has taken the entry or removed it. */
  | { readonly kind: 'lease-lost' }
  /** Another runner has signed in; the rest waits until its own runner does. */
  | { readonly kind: 'other-runner' }
  /** A restored database may lack what the server has acknowledged of the entry; the phone compares first. */
  | { readonly kind: 'other-epoch' }

/** The attempts that are published to listeners and to the other tabs. */
export type Outcome =
  | { readonly kind: 'received'; readonly entry: OutboxEntry }
  | { readonly kind: 'failed'; readonly entry: OutboxEntry; readonly failure: SendFailure }
  | { readonly kind: 'refused'; readonly entry: OutboxEntry; readonly failure: SendFailure }
  | { readonly kind: 'signed-out'; readonly entry: OutboxEntry; readonly failure: SendFailure }
  /** A single order that was not attempted; it waits until the runner presses again. */
  | { readonly kind: 'held'; readonly entry: OutboxEntry }

/** What a pass has left for later. */
export interface PassResult {
  /** When the next entry is due; undefined when none waits for a time. */
  readonly nextAttemptAt: number | undefined
  /** `epoch-ended`: the database was restored, and the phone compares first. */
  readonly stoppedBy: 'network' | 'signed-out' | 'epoch-ended' | undefined
  /** Whether the server has recorded or refused work of the pass, or stored a part of a photo: there was a network. */
  readonly isAnswered: boolean
}
