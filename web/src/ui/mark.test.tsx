import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Mark } from './mark.tsx'

/** Each shape with what it says of itself; the file gives some of it to the path alone. */
function shapesOf(root: ParentNode): string[] {
  return [...root.querySelectorAll('svg > *')].map((shape) =>
    [shape.tagName, ...[...shape.attributes].map(({ name, value }) => `${name}=${value}`).sort()]
      .filter((part) => part !== 'fill=none')
      .join(' '),
  )
}

test('the mark is the picture that the page is painted with and the phone is given', async () => {
  const { container } = await render(<Mark size={72} />)
  const file = await fetch('/icon.svg')
  const picture = new DOMParser().parseFromString(await file.text(), 'image/svg+xml')
  expect(shapesOf(container)).toHaveLength(3)
  expect(shapesOf(container)).toEqual(shapesOf(picture))
})
