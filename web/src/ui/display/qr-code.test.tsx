import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { QrCode } from './qr-code.tsx'

test('a text that is too long for a code is reported, and nothing is drawn', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await render(<QrCode text={'0'.repeat(10_000)} label="UPI" />)
  await expect
    .poll(() => warn.mock.calls.map(([what]) => what as unknown))
    .toContain('QR code not drawn')
  expect(page.getByRole('img').elements()).toEqual([])
})
