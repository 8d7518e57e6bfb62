import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  newCartProduct,
  PACKET,
  photoShown,
  placePhone,
  startDealWith,
  takePhoto,
} from '../../../test/deal-visit.ts'
import { clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import CashPayment from './cash-payment.tsx'
import ItemsSettlement from './items-settlement.tsx'

beforeEach(() => {
  clearVisits()
  localStorage.clear()
  signInAtPlainPortal()
  startStandInServer()
  placePhone({ latitude: 17.4, longitude: 78.5 })
})

const screens: [string, ReactNode][] = [
  ['/cash-payment', <CashPayment key="" />],
  ['/items-settlement', <ItemsSettlement key="" />],
]

test.each(screens)(
  'on %s the photo of a visit is not that of the next one, which another tab has opened',
  async (path, screen) => {
    startDealWith('26', newCartProduct(100))
    await showScreen(screen, path)
    await takePhoto(PACKET)
    startDealWith('27', newCartProduct(100))
    await expect.element(photoShown(PACKET)).not.toBeInTheDocument()
    startDealWith('26', newCartProduct(100))
    await expect.element(photoShown(PACKET)).toBeVisible()
  },
)
