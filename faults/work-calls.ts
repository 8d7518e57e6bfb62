/** Calls that change something, and those that send the work of several entries. */
import { gunzipSync } from 'node:zlib'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { reconciliationApi } from '@veni/domain/api/reconciliation'
import { signInApi } from '@veni/domain/api/sign-in'
import { sendWorkApi } from '@veni/domain/api/work'
import { LATER_PHOTO_VERSION } from '@veni/domain/work'

export interface ServerRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  readonly key: string | undefined
  /** When it left the phone, in ms since 1970. */
  readonly sentAt?: number
}

export interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly isReplayed: boolean
}

/** A sign-in or a sign-out. */
export const isSignIn = (path: string) => path === signInApi.signIn.path

/** The parts of a photo have offsets instead of keys, and neither a comparison nor a sign-in changes work. */
export const isWrite = (method: string, path: string) =>
  (method === 'POST' || method === 'PUT') &&
  !isSignIn(path) &&
  !path.startsWith(UPLOADS_PATH) &&
  path !== reconciliationApi.reconcile.path

export const isWorkCall = (path: string) => path === sendWorkApi.recordWork.path

interface SentItem {
  readonly id: string
  readonly customer_id: string
  readonly version: number
  readonly work: { readonly kind: string }
}

/** The entries that a call sends. */
export function listItems(body: string | Buffer | undefined): readonly SentItem[] {
  // Only the restores, which run in real time, send compressed work.
  const text = body instanceof Buffer ? gunzipSync(body).toString() : String(body)
  const { items } = JSON.parse(text) as { items: SentItem[] }
  return items
}

export const listItemIds = (body: string | Buffer | undefined): string[] =>
  listItems(body).map(({ id }) => id)

interface SentCall {
  readonly path: string
  readonly body: string | Buffer | undefined
  readonly key: string | undefined
}

/** Whether the reply is new exactly when the work is. A later photo of recorded work makes it new, too. */
function hasOwnReply(body: string | Buffer | undefined): boolean {
  const [item, ...others] = listItems(body)
  return others.length === 0 && item?.version !== LATER_PHOTO_VERSION
}

/** Knows which entries the server has recorded: a reply with several results says only whether all are repeats. */
export function createWorkCalls() {
  const recordedIds = new Set<string>()
  return {
    /** @returns brings back what was known now, as a restored backup does */
    backUp(): () => void {
      const known = [...recordedIds]
      return () => {
        recordedIds.clear()
        for (const id of known) recordedIds.add(id)
      }
    },
    isKnown: (id: string) => recordedIds.has(id),
    /** @returns whether the office has recorded it with this import, and not known it before */
    isFirst(id: string): boolean {
      if (recordedIds.has(id)) return false
      recordedIds.add(id)
      return true
    },
    /** @returns the keys of what the server has recorded with this call, which is no repeat */
    findKeys({ path, body, key }: SentCall, reply: string): readonly (string | undefined)[] {
      if (!isWorkCall(path)) return [key]
      const { results } = JSON.parse(reply) as { results: { outcome: string }[] }
      const ids = listItemIds(body)
      const recorded = ids.filter((_, at) => results[at]?.outcome === 'recorded')
      const found = hasOwnReply(body) ? recorded : recorded.filter((id) => !recordedIds.has(id))
      for (const id of recorded) recordedIds.add(id)
      return found.map((id) => `${id}:work`)
    },
  }
}
