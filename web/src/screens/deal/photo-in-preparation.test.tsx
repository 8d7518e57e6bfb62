import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  newCartProduct,
  newPhoto,
  PACKET,
  photoField,
  photoShown,
  pickPhoto,
  placePhone,
  startDeal,
  takePhoto,
} from '../../../test/deal-visit.ts'
import { clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { takeUploads } from '../../../test/upload-server.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { owner } from '../../state/session.ts'
import CashPayment from './cash-payment.tsx'
import ItemsSettlement from './items-settlement.tsx'

beforeEach(() => {
  clearVisits()
  signInAtPlainPortal()
  takeUploads(startStandInServer())
  placePhone({ latitude: 17.4, longitude: 78.5 })
})

async function received() {
  await expect.element(photoField(PACKET)).toHaveTextContent('Photo received by the office')
}

/** The phone has read the next picked file only after the returned function is called. */
function readNextFileLate(): () => void {
  const read = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer')
    ?.value as Blob['arrayBuffer']
  let permit = () => {}
  const permitted = new Promise<void>((resolve) => (permit = resolve))
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementationOnce(async function (this: Blob) {
    await permitted
    return read.call(this)
  })
  return permit
}

test('while the phone prepares a photo for /cash-payment, /items-settlement does not take the one before it [R-7.066]', async () => {
  startDeal(newCartProduct(200))
  const payment = await showScreen(<CashPayment />, '/cash-payment')
  await takePhoto(PACKET)
  await received()
  const better = await newPhoto('better.png', 'better')
  const name = await sha256Hex(await better.arrayBuffer())
  const permit = readNextFileLate()
  await pickPhoto(PACKET, better)
  await expect.element(photoField(PACKET)).toHaveTextContent('Preparing photo…')
  await payment.unmount()

  await showScreen(<ItemsSettlement />, '/items-settlement')
  await expect.element(photoShown(PACKET)).toBeVisible()
  await expect.element(photoField(PACKET)).toHaveTextContent('Preparing photo…')
  const confirm = page.getByRole('button', { name: 'Confirm & Generate Invoice' })
  await confirm.click()
  expect(await listDeals(owner())).toEqual([])
  permit()
  await received()
  await confirm.click()
  await expect.poll(() => listDeals(owner())).toHaveLength(1)
  const [deal] = await listDeals(owner())
  expect(deal?.record.hair_photo_url).toContain(name)
})
