import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { newCashDeal } from '../../../../test/deals.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { setLanguage } from '../../../i18n/language.ts'
import { currentToast, dismissToast } from '../../../ui/message/toast-store.ts'
import { InvoiceActions } from './invoice-actions.tsx'

const button = (name: string) => page.getByRole('button', { name })
const NAME = 'CASH-1763690400000-ZQVSRN.html'

beforeEach(() => {
  signInRunner('1', 'Ravi Kumar')
  dismissToast()
})

/** The message of the open toast, as a list. */
function toasts(): string[] {
  const toast = currentToast.get()
  return toast?.open ? [toast.message] : []
}

type Share = (data: ShareData) => Promise<void>

/** Gives the phone a share sheet with or without files, or none. */
function givePhone(has: { share?: Share; files?: boolean }) {
  const given = { share: has.share, canShare: has.share && (() => has.files === true) }
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => {
    for (const name of Object.keys(given)) Reflect.deleteProperty(navigator, name)
  })
}

test('a phone that shares files shares the invoice as text and as a file with its id as name', async () => {
  const share = vi.fn<Share>(() => Promise.resolve())
  givePhone({ share, files: true })
  await render(<InvoiceActions deal={newCashDeal({ cash_amount: 724.6 })} />)
  await button('Share').click()
  await expect.poll(() => share.mock.calls).toHaveLength(1)
  const data = share.mock.calls[0]?.[0]
  expect(data?.text).toMatch(/^Veni · Invoice\nCASH-1763690400000-ZQVSRN\nStatus: Completed\n/)
  expect(data?.text).toContain('Black Hair, 100 g × ₹70 / 20 g = ₹350')
  expect(data?.text).toContain('Balance to Return: ₹725\nUPI: ₹725')
  expect(data?.files?.map((file) => [file.name, file.type])).toEqual([[NAME, 'text/html']])
  expect(await data?.files?.[0]?.text()).toContain('<svg viewBox=')
  expect(button('Download').elements()).toEqual([])
})

test('a phone that shares no files shares only the text', async () => {
  const share = vi.fn<Share>(() => Promise.resolve())
  givePhone({ share })
  await render(<InvoiceActions deal={newCashDeal()} />)
  await button('Share').click()
  await expect.poll(() => share.mock.calls).toHaveLength(1)
  expect(share.mock.calls[0]?.[0]).not.toHaveProperty('files')
})

const FAILED = 'Failed to generate invoice. Please try again.'

test.each([
  ['closing the share sheet shows no error', 'AbortError', []],
  ['a failed share shows an error', 'NotAllowedError', [FAILED]],
])('%s', async (_, name, messages) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const share = vi.fn<Share>(() => Promise.reject(new DOMException('', name)))
  givePhone({ share })
  await render(<InvoiceActions deal={newCashDeal()} />)
  await button('Share').click()
  await expect.poll(() => share.mock.calls).toHaveLength(1)
  await expect.poll(() => toasts()).toEqual(messages)
})

test('a failed download shows an error', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  givePhone({})
  await render(<InvoiceActions deal={newCashDeal()} />)
  await button('Download').click()
  await expect.poll(() => toasts()).toEqual([FAILED])
})

test('without a share sheet the file is downloaded in the chosen language', async () => {
  onTestFinished(() => setLanguage('en'))
  givePhone({})
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:invoice'
  })
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(`${this.href} as ${this.download}`)
  })
  await render(<InvoiceActions deal={newCashDeal()} />)
  await page.getByRole('radio', { name: 'తెలుగు' }).click()
  await button('డౌన్‌లోడ్').click()
  await expect.poll(() => downloads).toEqual([`blob:invoice as ${NAME}`])
  const html = await files[0]?.text()
  expect(html).toContain('<html lang="te">')
  expect(html).toContain('నల్ల జుట్టు')
})

test('every phone offers printing', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  await render(<InvoiceActions deal={newCashDeal()} />)
  await button('Print').click()
  expect(print).toHaveBeenCalledOnce()
})
