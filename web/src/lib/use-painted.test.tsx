import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { usePainted } from './use-painted.ts'

function Example({ value, drawn }: { value: string; drawn: Set<string> }) {
  const shown = usePainted(value)
  drawn.add(`${value}, ${shown}`)
  return <p>{shown}</p>
}

/** Resolves when every timer of 0 ms that was set before has run. */
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('a dependent part is drawn after the frame that shows the value, and only for the latest value', async () => {
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  const drawn = new Set<string>()
  const screen = await render(<Example value="n" drawn={drawn} />)
  await screen.rerender(<Example value="na" drawn={drawn} />)
  await screen.rerender(<Example value="nar" drawn={drawn} />)
  await turn()
  await turn()
  expect([...drawn]).toEqual(['n, n', 'na, n', 'nar, n'])
  for (const frame of frames.splice(0)) frame(performance.now())
  await expect.element(page.getByText('nar')).toBeVisible()
  expect([...drawn]).toEqual(['n, n', 'na, n', 'nar, n', 'nar, nar'])
})
