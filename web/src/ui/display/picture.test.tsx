import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { Picture } from './picture.tsx'

test('an icon with the same name replaces a picture that cannot be loaded', async () => {
  await render(<Picture src="data:image/png;base64,broken" alt="Handbag" />)
  await expect.element(page.getByRole('img', { name: 'Handbag' })).toBeInTheDocument()
  await expect.poll(() => document.querySelector('img')).toBeNull()
  await expect.element(page.getByRole('img', { name: 'Handbag' })).toBeVisible()
})

test('the fallback picture is tried before the icon, and the icon replaces it when it fails', async () => {
  const { rerender } = await render(
    <Picture src="data:image/png;base64,broken" alt="Handbag" fallbackSrc={parcel} />,
  )
  await expect.poll(() => document.querySelector('img')?.src).toBe(parcel)
  await rerender(<Picture src="" alt="Handbag" fallbackSrc="data:image/png;base64,gone" />)
  await expect.poll(() => document.querySelector('img')).toBeNull()
})

test('a picture far below the window is fetched only when the window is near it', async () => {
  await render(
    <>
      <Picture src={parcel} alt="Torch" />
      <div style={{ height: '300vh' }} />
      <Picture src={parcel} alt="Handbag" />
    </>,
  )
  const [near, far] = ['Torch', 'Handbag'].map((name) => page.getByRole('img', { name }))
  await expect.element(near!).toHaveAttribute('src', parcel)
  await expect.element(far!).not.toHaveAttribute('src')
  window.scrollTo(0, 3 * window.innerHeight)
  await expect.element(far!).toHaveAttribute('src', parcel)
})

const parcel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
