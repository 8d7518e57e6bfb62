import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SummaryList } from './summary-list.tsx'

// React says on the console when two rows have one key, and that fails a test.
test('two rows may have one label', async () => {
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
