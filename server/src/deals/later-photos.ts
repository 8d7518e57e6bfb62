/** Photos that runners took after their deals, in place of photos that were refused or lost (decision 43). */
import type { PhotoRole } from '@veni/domain/photo'
import { findInvoiceId, findRecordedUrl, listLaterPhotos, type Work } from '@veni/domain/work'
import type { Tx } from '../db/client.ts'
import { insertLaterPhotos } from './later-photos-store.ts'

export type PhotoUrls = Readonly<Partial<Record<PhotoRole, string>>>

/**
 * Stores the addresses of the later photos of recorded work, each once; the record of the deal does not change. A photo
 * with the address in the record is the first one: the runner has found it again.
 * @param photoUrls the addresses that the photos have now
 * @returns whether anything was stored
 */
export async function storeLaterPhotos(tx: Tx, work: Work, photoUrls: PhotoUrls): Promise<boolean> {
  const invoiceId = findInvoiceId(work)
  if (invoiceId === undefined) return false
  const rows = listLaterPhotos(work).flatMap(({ role, number, reason, at, url: known }) => {
    const first = findRecordedUrl(work, role)
    const url = [photoUrls[role], known].find((one) => one && one !== first)
    return url ? [{ invoiceId, role, number, url, reason, takenAt: new Date(at) }] : []
  })
  return insertLaterPhotos(tx, rows)
}

/** The addresses for the order of a deal, which keeps the first address of a photo. */
export function withFirstUrls(work: Work, photoUrls: PhotoUrls): PhotoUrls {
  const first = listLaterPhotos(work).map(
    ({ role, url }) => [role, findRecordedUrl(work, role) || photoUrls[role] || url] as const,
  )
  return { ...photoUrls, ...Object.fromEntries(first) }
}
