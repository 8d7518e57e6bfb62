import { describe, expect, it } from 'vitest'
import { paise } from '../money.ts'
import { PAYOUT_METHODS } from '../order.ts'
import {
  findMissingForCashPayment,
  findMissingForSettlement,
  type CashPaymentParts,
  type MissingPart,
} from './missing-part.ts'

const yesOrNo = [true, false]
const allParts: CashPaymentParts[] = yesOrNo.flatMap((hasPacketPhoto) =>
  yesOrNo.flatMap((hasCashReceipt) =>
    PAYOUT_METHODS.flatMap((payoutMethod) =>
      ['', '  ', '412345678901'].flatMap((upiReference) =>
        [-1, 0, 1].map(paise).flatMap((balancePaise) =>
          [undefined, paise(0), paise(1)].flatMap((cashAmountPaise) =>
            (cashAmountPaise === undefined ? yesOrNo : [false]).map((isCashAmountInvalid) => ({
              hasPacketPhoto,
              hasCashReceipt,
              payoutMethod,
              upiReference,
              balancePaise,
              cashAmountPaise,
              isCashAmountInvalid,
            })),
          ),
        ),
      ),
    ),
  ),
)

/** A second implementation of, with one rule per line. */
function lacking(parts: CashPaymentParts): MissingPart | undefined {
  const isCash = parts.payoutMethod === 'cash'
  const rules: readonly [boolean, MissingPart][] = [
    [!parts.hasPacketPhoto, 'packet-photo'],
    [!isCash && !/\S/.test(parts.upiReference), 'upi-reference'],
    [isCash && !parts.hasCashReceipt, 'cash-receipt'],
    [isCash && parts.balancePaise === -1 && parts.cashAmountPaise !== 1, 'cash-amount'],
    [parts.isCashAmountInvalid, 'valid-cash-amount'],
  ]
  return rules.find(([isMissing]) => isMissing)?.[1]
}

describe('the first missing part of a cash payment', () => {
  const complete: CashPaymentParts = {
    hasPacketPhoto: true,
    payoutMethod: 'cash',
    upiReference: '',
    hasCashReceipt: true,
    balancePaise: paise(-79_44),
    cashAmountPaise: paise(79_44),
    isCashAmountInvalid: false,
  }

  it.each<[string, Partial<CashPaymentParts>, MissingPart | undefined]>([
    ['nothing', {}, undefined],
    ['everything', { hasPacketPhoto: false, hasCashReceipt: false }, 'packet-photo'],
    ['receipt and amount', { hasCashReceipt: false, cashAmountPaise: undefined }, 'cash-receipt'],
    ['the amount to collect', { cashAmountPaise: paise(0) }, 'cash-amount'],
    [
      'an amount, with nothing to collect',
      { balancePaise: paise(0), cashAmountPaise: paise(0) },
      undefined,
    ],
    [
      'an amount that is none, with nothing to collect',
      { balancePaise: paise(0), cashAmountPaise: undefined, isCashAmountInvalid: true },
      'valid-cash-amount',
    ],
    ['the UPI reference', { payoutMethod: 'upi', upiReference: ' ' }, 'upi-reference'],
    [
      'receipt and amount of a UPI payout',
      {
        payoutMethod: 'upi',
        upiReference: '4123',
        hasCashReceipt: false,
        cashAmountPaise: undefined,
      },
      undefined,
    ],
  ])('is found without %s', (_, fields, expected) => {
    expect(findMissingForCashPayment({ ...complete, ...fields })).toBe(expected)
  })

  it('follows the five rules for every combination of parts', () => {
    expect(allParts).toHaveLength(288)
    expect(allParts.map(findMissingForCashPayment)).toEqual(allParts.map(lacking))
  })
})

describe('the missing part of an items settlement', () => {
  it('is the packet photo or undefined', () => {
    expect(findMissingForSettlement({ hasPacketPhoto: false })).toBe('packet-photo')
    expect(findMissingForSettlement({ hasPacketPhoto: true })).toBeUndefined()
  })
})
