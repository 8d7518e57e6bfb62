import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SummaryList } from './summary-list.tsx'

// React logs an error when two rows have the same key, and a logged error fails the test.
test('two rows can have the same label', async () => {
  await render(
    <SummaryList
      rows={[
        { label: 'Handbag', value: '₹200' },
        { label: 'Handbag', value: '₹400' },
      ]}
    />,
  )
  const values = page.getByRole('definition').elements()
  expect(values.map((value) => value.textContent)).toEqual(['₹200', '₹400'])
})
