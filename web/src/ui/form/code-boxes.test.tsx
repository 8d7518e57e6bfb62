import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { CodeBoxes, type CodeBoxesProps } from './code-boxes.tsx'

const boxLabels = [1, 2, 3, 4, 5, 6].map((at) => `Digit ${at} of 6`)

function Example(props: Pick<CodeBoxesProps, 'error' | 'isWrong'>) {
  const [code, setCode] = useState('')
  return (
    <CodeBoxes legend="Code" boxLabels={boxLabels} value={code} onChange={setCode} {...props} />
  )
}

function box(at: number) {
  return page.getByRole('textbox', { name: `Digit ${at} of 6` })
}

function shownCode() {
  return boxLabels.map((_, at) => (box(at + 1).element() as HTMLInputElement).value).join('')
}

test('typing fills one box after the other', async () => {
  await render(<Example />)
  await box(1).click()
  await userEvent.keyboard('48a2913')
  expect(shownCode()).toBe('482913')
  await expect.element(box(6)).toHaveFocus()
})

test('Backspace empties a box, and in an empty box it moves back [R-5.011]', async () => {
  await render(<Example />)
  await box(1).click()
  await userEvent.keyboard('12')
  await expect.element(box(3)).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await expect.element(box(2)).toHaveFocus()
  expect(shownCode()).toBe('12')
  await userEvent.keyboard('{Backspace}')
  expect(shownCode()).toBe('1')
})

test('typing over a filled box replaces its digit', async () => {
  await render(<Example />)
  await box(1).click()
  await userEvent.keyboard('123')
  await box(2).click()
  await userEvent.keyboard('9')
  expect(shownCode()).toBe('193')
})

test('a code typed over one with the same digits is the new code', async () => {
  await render(<Example />)
  await box(1).click()
  await userEvent.keyboard('150869')
  await box(1).click()
  await userEvent.keyboard('150868')
  expect(shownCode()).toBe('150868')
  await box(1).click()
  await userEvent.keyboard('112233')
  expect(shownCode()).toBe('112233')
})

test('a code that the phone fills into the first box is distributed over all boxes', async () => {
  await render(<Example />)
  await expect.element(box(1)).toHaveAttribute('autocomplete', 'one-time-code')
  await box(1).fill('482913')
  expect(shownCode()).toBe('482913')
})

test('a code pasted into any box is distributed over all boxes', async () => {
  await render(<Example />)
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'Your code: 482 913')
  const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  box(3).element().dispatchEvent(pasted)
  await expect.element(box(6)).toHaveFocus()
  expect(shownCode()).toBe('482913')
})

test('an error is announced and belongs to the group', async () => {
  await render(<Example error="Wrong code" />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong code')
  await expect
    .element(page.getByRole('group', { name: 'Code' }))
    .toHaveAccessibleDescription('Wrong code')
  await expect.element(box(1)).toBeValid()
})

test('wrong digits are marked, and the cursor is in the first box', async () => {
  await render(<Example error="Wrong code" isWrong />)
  await expect.element(box(1)).toBeInvalid()
  await expect.element(box(1)).toHaveFocus()
})
