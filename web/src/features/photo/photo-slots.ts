/**
 * The photos of visits that this page shows and prepares. A component cannot have them, because a photo is prepared for
 * seconds, and the runner may leave the screen and come back meanwhile.
 */
import type { PhotoRefusal } from '@veni/domain/photo'
import { createValueStore, partOf, type Readable } from '../../lib/value-store.ts'
import { onPhotoGone, type StoredPhoto } from '../../outbox/stores/photo-store.ts'

export type PhotoProblem = PhotoRefusal | 'upload-failed'

export interface PhotoState {
  readonly photo: StoredPhoto | undefined
  /** The photo is at an image host; otherwise it is only on this phone. */
  readonly isSent: boolean
  readonly problem: PhotoProblem | undefined
  /** The picks whose photos the phone prepares, without those that the runner has removed. */
  readonly preparing: readonly number[]
  /** The pick of the photo, or the last removal. A pick before it replaces nothing. */
  readonly last: number
}

const EMPTY: PhotoState = {
  photo: undefined,
  isSent: false,
  problem: undefined,
  preparing: [],
  last: 0,
}

/** By `photoIdStart`: one of a visit and a role. */
const slots = createValueStore<ReadonlyMap<string, PhotoState>>(new Map())

/** Those that a screen shows. The photo of another one is only in the database. */
const open = new Set<string>()

/** Counts the picks and the removals of this page. */
let turns = 0

export const photoSlot = (slot: string): Readable<PhotoState> =>
  partOf(slots, (all) => all.get(slot) ?? EMPTY)

function change(slot: string, next: Partial<PhotoState>): void {
  slots.set(new Map(slots.get()).set(slot, { ...photoSlot(slot).get(), ...next }))
}

/** Whether the phone prepares a photo that replaces the one that is shown. */
export const isPreparing = ({ preparing, last }: PhotoState) =>
  preparing.some((pick) => pick > last)

/** @returns the pick, for {@link endPick} */
export function beginPick(slot: string): number {
  turns += 1
  const { preparing } = photoSlot(slot).get()
  change(slot, { preparing: [...preparing, turns], problem: undefined })
  return turns
}

/**
 * Shows what has become of a pick, unless a newer one is shown: its stored photo, or its problem beside the photo before it.
 * @returns false if the runner has removed the photo meanwhile
 */
export function endPick(slot: string, pick: number, outcome: StoredPhoto | PhotoProblem): boolean {
  const { preparing, last } = photoSlot(slot).get()
  if (!preparing.includes(pick)) return false
  const shown: Partial<PhotoState> =
    typeof outcome === 'string'
      ? { problem: outcome }
      : {
          photo: open.has(slot) ? outcome : undefined,
          isSent: false,
          problem: undefined,
          last: pick,
        }
  // One change, because a deal must not find the photo before it between two.
  change(slot, {
    preparing: preparing.filter((other) => other !== pick),
    ...(pick > last && shown),
  })
  return true
}

/** Shows the photo of the slot as it is stored now, if it is still the one that is shown. */
export function showAgain(slot: string, photo: StoredPhoto): void {
  if (photoSlot(slot).get().photo?.id === photo.id) change(slot, toShown(photo))
}

/** A screen shows the photo from now on. @returns `last`, for {@link showStored} */
export function openSlot(slot: string): number {
  open.add(slot)
  return photoSlot(slot).get().last
}

/**
 * Shows the stored photo when a screen opens.
 * @param last as it was before the photo was read: a later pick or removal is newer
 */
export function showStored(slot: string, last: number, photo: StoredPhoto | undefined): void {
  if (photoSlot(slot).get().last === last) change(slot, toShown(photo))
}

const toShown = (photo: StoredPhoto | undefined) => ({ photo, isSent: photo?.url !== undefined })

/** Removes the photo and each one that is being prepared. */
export function emptySlot(slot: string): void {
  turns += 1
  change(slot, { ...EMPTY, last: turns })
}

/** Frees the memory of the photo when its screen closes. The next screen reads it again. */
export function closeSlot(slot: string): void {
  open.delete(slot)
  if (photoSlot(slot).get().preparing.length > 0) return change(slot, toShown(undefined))
  const others = new Map(slots.get())
  others.delete(slot)
  slots.set(others)
}

// Also while no screen shows the photo: its upload can end later.
onPhotoGone((id) => {
  for (const [slot, { photo }] of slots.get())
    if (photo?.id === id) change(slot, { ...toShown(undefined), problem: 'upload-failed' })
})
