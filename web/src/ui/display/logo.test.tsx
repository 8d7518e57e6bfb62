import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Logo } from './logo.tsx'

/** Each shape with its attributes; `fill=none` is on the root in one source and on the path in the other. */
function shapesOf(root: ParentNode): string[] {
  return [...root.querySelectorAll('svg > *')].map((shape) =>
    [shape.tagName, ...[...shape.attributes].map(({ name, value }) => `${name}=${value}`).sort()]
      .filter((part) => part !== 'fill=none')
      .join(' '),
  )
}

test('the logo has the same shapes as the icon file of the page and the installed app', async () => {
  const { container } = await render(<Logo size={72} />)
  const file = await fetch('/icon.svg')
  const picture = new DOMParser().parseFromString(await file.text(), 'image/svg+xml')
  expect(shapesOf(container)).toHaveLength(3)
  expect(shapesOf(container)).toEqual(shapesOf(picture))
})
