import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { Picture } from './picture.tsx'

test('a picture that cannot be had gives way to a drawn one of the same name', async () => {
  await render(<Picture src="data:image/png;base64,broken" alt="Handbag" />)
  await expect.element(page.getByRole('img', { name: 'Handbag' })).toBeInTheDocument()
  await expect.poll(() => document.querySelector('img')).toBeNull()
  await expect.element(page.getByRole('img', { name: 'Handbag' })).toBeVisible()
})

test('a fallback picture comes before the drawn icon, and gives way to it in turn', async () => {
  const { rerender } = await render(
    <Picture src="data:image/png;base64,broken" alt="Handbag" fallbackSrc={parcel} />,
  )
  await expect.poll(() => document.querySelector('img')?.src).toBe(parcel)
  await rerender(<Picture src="" alt="Handbag" fallbackSrc="data:image/png;base64,gone" />)
  await expect.poll(() => document.querySelector('img')).toBeNull()
})

const parcel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
