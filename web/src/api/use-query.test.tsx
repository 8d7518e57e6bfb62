import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { createValueStore } from '../lib/value-store.ts'
import { useQuery } from './use-query.ts'

const ROWS = 40
const ROW_MS = 2

test('an answer is drawn in slices: what he does meanwhile does not wait for its end', async () => {
  const answer = createValueStore('before')
  let drawn = 0
  function Row({ text }: { text: string }) {
    takeTime()
    return <li>{text}</li>
  }
  function takeTime() {
    const end = performance.now() + ROW_MS
    while (performance.now() < end);
    drawn += 1
  }
  function List() {
    const text = useQuery(answer)
    return (
      <ul>
        {Array.from({ length: ROWS }, (_, row) => (
          <Row key={row} text={text} />
        ))}
      </ul>
    )
  }
  const screen = await render(<List />)
  drawn = 0
  answer.set('after')
  await new Promise((resolve) => setTimeout(resolve))
  const drawnBeforeTheTap = drawn
  await expect.element(screen.getByText('after').first()).toBeVisible()
  expect(drawnBeforeTheTap).toBeLessThan(ROWS)
  expect(drawn).toBeGreaterThanOrEqual(ROWS)
})

test('an answer that came between the drawing and the subscription is drawn', async () => {
  const answer = createValueStore('before')
  function Text() {
    const text = useQuery(answer)
    if (text === 'before') queueMicrotask(() => answer.set('after'))
    return <p>{text}</p>
  }
  const screen = await render(<Text />)
  await expect.element(screen.getByText('after')).toBeVisible()
})
