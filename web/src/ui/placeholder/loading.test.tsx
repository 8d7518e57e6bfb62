import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../styles/tokens.css'
import '../../styles/base.css'
import { Loading } from './loading.tsx'

test.each([0, 1_500])(
  'the label is visible over its placeholder, also %i ms into the animation',
  async (ms) => {
    await render(<Loading label="Loading hair types..." height="20rem" />)
    const words = page.getByText('Loading hair types...')
    await expect.element(words).toBeVisible()
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = ms
    }
    const { left, top, width, height } = words.element().getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    expect(seen).toBe(words.element())
  },
)
