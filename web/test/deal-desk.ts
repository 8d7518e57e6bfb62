/** What stands ready when a deal is made: a weighed visit, photos to pick and a phone that knows where it is. */
import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from '@veni/domain/demo-data'
import { paise } from '@veni/domain/money'
import type { Product } from '@veni/domain/product'
import { openVisit, weigh, type Visit } from '@veni/domain/visit'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { randomId } from '../src/lib/random-id.ts'
import { newPhotoId, savePhoto, type StoredPhoto } from '../src/outbox/photo-store.ts'
import { owner } from '../src/state/session.ts'
import { updateVisit } from '../src/state/visit.ts'
import { newVisitCustomer, startVisit } from './show-screen.tsx'

const [, , handbag] = DEMO_PRODUCTS

export const newGift = (priceRupees: number, name = 'Handbag'): Product => ({
  ...handbag!,
  productId: name,
  name,
  pricePaise: paise(Math.round(priceRupees * 100)),
})

/** With 100 g of black hair, worth ₹350. */
const weighed = (visit: Visit) => weigh(visit, { black_hair: 100 }, FALLBACK_HAIR_PRICES)

export const newWeighedVisit = (customerId = '26') =>
  weighed(openVisit(randomId(), newVisitCustomer({ id: customerId })))

/** Opens a visit with hair worth ₹350 and these gifts in the cart. */
export const startDeal = (...gifts: readonly Product[]) => startDealWith('26', ...gifts)

/** As {@link startDeal}, with a customer of this id. */
export function startDealWith(customerId: string, ...gifts: readonly Product[]): void {
  startVisit({}, { id: customerId })
  updateVisit((visit) => {
    const ready = weighed(visit)
    return { ...ready, cart: gifts.reduce(addProduct, ready.cart) }
  })
}

/** A packet photo as the phone keeps it, with no image host yet. */
export async function keepPacketPhoto(visitId: string): Promise<StoredPhoto> {
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
  await savePhoto(photo)
  return photo
}

export const PACKET = 'Sealed hair packet photo'
export const RECEIPT = 'Cash receipt'
type PhotoLabel = typeof PACKET | typeof RECEIPT

export const photoField = (label: PhotoLabel) => page.getByRole('group', { name: label })
export const photoShown = (label: PhotoLabel) => page.getByRole('img', { name: label })

/** A picture that every browser can decode. */
async function newPhoto(name = 'packet.png'): Promise<File> {
  const canvas = new OffscreenCanvas(60, 40)
  canvas.getContext('2d')?.fillRect(10, 10, 20, 20)
  const type = 'image/png'
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

export async function pickPhoto(label: PhotoLabel, file?: File): Promise<void> {
  const gallery = photoField(label).getByLabelText('Choose from gallery')
  await gallery.upload(file ?? (await newPhoto()))
}

/** As {@link pickPhoto}, until the photo is kept. */
export async function takePhoto(label: PhotoLabel): Promise<void> {
  await pickPhoto(label)
  await expect.element(photoShown(label)).toBeVisible()
}

/** The phone stands at these degrees; without them it may not or cannot tell. @returns the spy on the browser */
export function placePhone(degrees?: { readonly latitude: number; readonly longitude: number }) {
  const nowhere = {
    accuracy: 5,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
    toJSON: () => ({}),
  }
  return vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((found, failed) => {
      if (degrees) found({ coords: { ...nowhere, ...degrees }, timestamp: 1, toJSON: () => ({}) })
      else failed?.({ ...POSITION_ERRORS, code: POSITION_ERRORS.PERMISSION_DENIED, message: '' })
    })
}

const POSITION_ERRORS = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const
