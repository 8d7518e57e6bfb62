/** The packet photo of a visit as a screen has it, and a photo that the phone is slow to prepare. */
import type { PhotoRole } from '@veni/domain/photo'
import { render } from 'vitest-browser-react'
import { usePhoto, type PhotoSlot } from '../src/features/photo/use-photo.ts'
import { sha256Hex } from '../src/lib/bytes.ts'
import { newPhoto, newWeighedVisit } from './deal-visit.ts'

/** @returns `slot`, what the screen has of the photo now, and `leave`, which closes the screen */
export async function renderSlot(visit = newWeighedVisit(), role: PhotoRole = 'packet') {
  const shown: PhotoSlot[] = []
  function Slot() {
    shown.push(usePhoto(visit, role))
    return null
  }
  const { unmount } = await render(<Slot />)
  return { slot: () => shown.at(-1)!, leave: unmount }
}

/** A photo that the phone has read only when the test permits it, or never can after `fail`. */
export async function newSlowPhoto(content: string) {
  const file = await newPhoto('slow.png', content)
  const read = file.arrayBuffer.bind(file)
  let permit = () => {}
  let fail = () => {}
  const permitted = new Promise<void>((resolve, reject) => {
    permit = resolve
    fail = () => reject(new Error('The file cannot be read'))
  })
  file.arrayBuffer = () => permitted.then(read)
  return { file, permit, fail, sha256: await sha256Hex(await read()) }
}
