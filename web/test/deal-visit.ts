/** The start of a deal in a test: a weighed visit, photos to choose, and a fake location of the phone. */
import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { paise } from '@veni/domain/money'
import type { Product } from '@veni/domain/product'
import { openVisit, weigh, type Visit } from '@veni/domain/visit'
import { expect, vi, type MockInstance } from 'vitest'
import { page } from 'vitest/browser'
import { randomId } from '../src/lib/random-id.ts'
import { newPhotoId, storePhoto, type StoredPhoto } from '../src/outbox/stores/photo-store.ts'
import { owner } from '../src/state/session.ts'
import { updateVisit } from '../src/state/visit.ts'
import { newVisitCustomer, startVisit } from './show-screen.tsx'

const [, , handbag] = DEMO_PRODUCTS

export const newCartProduct = (priceRupees: number, name = 'Handbag'): Product => ({
  ...handbag!,
  productId: name,
  name,
  pricePaise: paise(Math.round(priceRupees * 100)),
})

/** With 100 g of black hair, worth ₹350. */
const weighed = (visit: Visit) => weigh(visit, { black_hair: 100 }, FALLBACK_HAIR_PRICES)

export const newWeighedVisit = (customerId = '26') =>
  weighed(openVisit(randomId(), newVisitCustomer({ id: customerId })))

/** Opens a visit with hair worth ₹350 and these products in the cart. */
export const startDeal = (...products: readonly Product[]) => startDealWith('26', ...products)

/** As {@link startDeal}, with a customer of this id. */
export function startDealWith(customerId: string, ...products: readonly Product[]): void {
  startVisit({}, { id: customerId })
  updateVisit((visit) => {
    const ready = weighed(visit)
    return { ...ready, cart: products.reduce(addProduct, ready.cart) }
  })
}

/** A packet photo as the phone stores it before the upload. */
export async function storePacketPhoto(visitId: string): Promise<StoredPhoto> {
  const photo: StoredPhoto = {
    id: newPhotoId(visitId, 'packet'),
    owner: owner(),
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes: new Uint8Array([0xff, 0xd8, 0xff]).buffer,
    sha256: '',
    takenAt: 1,
  }
  await storePhoto(photo)
  return photo
}

export const PACKET = 'Sealed hair packet photo'
export const RECEIPT = 'Cash receipt'
type PhotoLabel = typeof PACKET | typeof RECEIPT

export const photoField = (label: PhotoLabel) => page.getByRole('group', { name: label })
export const photoShown = (label: PhotoLabel) => page.getByRole('img', { name: label })

/** @param content makes the photo differ from every other; every browser can decode it */
export async function newPhoto(name = 'packet.png', content = ''): Promise<File> {
  const canvas = new OffscreenCanvas(60, 40)
  const context = canvas.getContext('2d')
  context?.fillRect(10, 10, 20, 20)
  Array.from(content, (letter, at) => context?.fillRect(at, 0, 1, letter.charCodeAt(0) % 40))
  const type = 'image/png'
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

export async function pickPhoto(label: PhotoLabel, file?: File): Promise<void> {
  const gallery = photoField(label).getByLabelText('Gallery')
  await gallery.upload(file ?? (await newPhoto()))
}

/** As {@link pickPhoto}, and waits until the photo is stored. */
export async function takePhoto(label: PhotoLabel): Promise<void> {
  await pickPhoto(label)
  await expect.element(photoShown(label)).toBeVisible()
}

interface Standing {
  readonly latitude: number
  readonly longitude: number
  /** Metres; 5 by default. */
  readonly accuracy?: number
  /** When the phone found it, in ms since 1970; now by default. */
  readonly foundAt?: number
}

/**
 * A fake location of the phone. With coordinates it reports them at once, without them it reports an error, and with
 * `silent` it reports nothing until the test calls {@link PlacedPhone.move}.
 */
export function placePhone(standing?: Standing | 'silent'): PlacedPhone {
  const { geolocation } = navigator
  let watcher: { found: PositionCallback; failed: PositionErrorCallback } | undefined
  const lose = (reason: keyof typeof POSITION_ERRORS) =>
    watcher?.failed({ ...POSITION_ERRORS, code: POSITION_ERRORS[reason], message: '' })
  const move = ({ foundAt = Date.now(), accuracy = 5, ...degrees }: Standing) =>
    watcher?.found({
      coords: { ...NOWHERE, ...degrees, accuracy },
      timestamp: foundAt,
      toJSON: () => ({}),
    })
  const asked = vi.spyOn(geolocation, 'watchPosition').mockImplementation((found, failed) => {
    watcher = { found, failed: failed! }
    if (standing === undefined) lose('PERMISSION_DENIED')
    else if (standing !== 'silent') move(standing)
    return 7
  })
  const left = vi.spyOn(geolocation, 'clearWatch').mockImplementation(() => {
    watcher = undefined
  })
  return { asked, left, move, lose, isWatched: () => watcher !== undefined }
}

export interface PlacedPhone {
  readonly asked: MockInstance<Geolocation['watchPosition']>
  readonly left: MockInstance<Geolocation['clearWatch']>
  readonly move: (to: Standing) => void
  readonly lose: (reason: keyof typeof POSITION_ERRORS) => void
  readonly isWatched: () => boolean
}

const NOWHERE = {
  altitude: null,
  altitudeAccuracy: null,
  heading: null,
  speed: null,
  toJSON: () => ({}),
}

const POSITION_ERRORS = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const
