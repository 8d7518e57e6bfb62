import type { BadPhoto, VerifyProgress } from '../../photos/verify-photos.ts'
import { counted } from '../describe.ts'
import type { Terminal } from '../terminal.ts'

/** What the option says that lets a command go on with a folder or bucket without any photo. */
export const ALL_LOST = 'go on when not one photo is there: phones send again what they have'

/** Prints a photo that is missing or damaged, or how many are read. */
export function printVerified(terminal: Terminal, item: BadPhoto | VerifyProgress): void {
  if ('photos' in item) {
    terminal.print(`${item.photos} of ${counted(item.of, 'photo')}`)
    return
  }
  const { hash, state, invoiceIds } = item
  const deals = invoiceIds.length > 0 ? `in ${invoiceIds.join(', ')}` : 'in no deal'
  terminal.printError(`${hash}: ${state}, ${deals}`)
}
