import '../../../styles/tokens.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { configureApp } from '../../../../test/app-config.ts'
import { AddressMap } from './address-map.tsx'

const ADDRESS = 'Chityal & Co, Nalgonda'
const map = page.getByTitle('Map of the address')

test('without a map service there is no map, and the address stays on the phone [R-2.216]', async () => {
  const { container } = await render(<AddressMap address={ADDRESS} />)
  expect(container).toBeEmptyDOMElement()
})

test('with a map service the map is requested when it is visible, not before [R-2.216]', async () => {
  await configureApp({ mapEmbedUrl: '/map?q={address}' })
  await render(
    <>
      <div style={{ height: '100vh' }}>Facts</div>
      <AddressMap address={ADDRESS} />
      <p>Below</p>
    </>,
  )
  const below = page.getByText('Below')
  await expect.element(below).toBeInTheDocument()
  // The browser has drawn the page twice, so it would have reported what is in view.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  await expect.element(map).not.toBeInTheDocument()
  below.element().scrollIntoView({ block: 'end' })
  await expect.element(map).toHaveAttribute('src', '/map?q=Chityal%20%26%20Co%2C%20Nalgonda')
  await expect.element(map).toHaveAttribute('referrerpolicy', 'no-referrer')
  window.scrollTo(0, 0)
  await expect.element(map).toBeInTheDocument()
})
