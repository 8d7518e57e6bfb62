/** What the server's thread and the thread of the embedded database send each other. */

export type WorkerInput = {
  /** The folder of an initialised database. */
  readonly folder: string
}

export type ToDatabase =
  /** Whole messages of PostgreSQL's protocol, with everything up to the answer. */
  { readonly type: 'request'; readonly bytes: Uint8Array } | { readonly type: 'close' }

export type FromDatabase =
  | { readonly type: 'opened' }
  | { readonly type: 'answer'; readonly bytes: Uint8Array }
  /** The database ends itself; its thread ends next. */
  | { readonly type: 'died'; readonly reason: string }
