import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { painted } from './after-paint.ts'
import { usePainted } from './use-painted.ts'

function Example({ value, drawn }: { value: string; drawn: string[] }) {
  const shown = usePainted(value)
  drawn.push(`${value}, ${shown}`)
  return <p>{shown}</p>
}

test('what hangs on a value is drawn after the frame that shows the value, and only the latest is', async () => {
  const drawn: string[] = []
  const screen = await render(<Example value="n" drawn={drawn} />)
  expect(new Set(drawn)).toEqual(new Set(['n, n']))
  await screen.rerender(<Example value="na" drawn={drawn} />)
  await screen.rerender(<Example value="nar" drawn={drawn} />)
  await painted()
  await expect.element(page.getByText('nar')).toBeVisible()
  expect([...new Set(drawn)]).toEqual(['n, n', 'na, n', 'nar, n', 'nar, nar'])
})
