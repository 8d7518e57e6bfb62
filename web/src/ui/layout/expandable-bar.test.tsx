import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import '../../styles/tokens.css'
import '../../styles/base.css'
import { ExpandableBar } from './expandable-bar.tsx'

function Example() {
  const [expanded, setExpanded] = useState(false)
  return (
    <ExpandableBar
      label="Cart"
      expanded={expanded}
      onExpandedChange={setExpanded}
      expandLabel="Show cart"
      collapseLabel="Minimize"
      toggle="3"
      summary="Balance to return"
    >
      <div style={{ height: '2000px' }}>Rice Cooker</div>
    </ExpandableBar>
  )
}

test('the bar opens and closes, and is never higher than 24 rem', async () => {
  await render(<Example />)
  await expect.element(page.getByText('Rice Cooker')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show cart', expanded: false }).click()
  await expect.element(page.getByText('Rice Cooker')).toBeVisible()
  const region = page.getByRole('region', { name: 'Cart' }).element()
  expect(region.getBoundingClientRect().height).toBeLessThanOrEqual(24 * 16 + 1)
  await page.getByRole('button', { name: 'Minimize', expanded: true }).click()
  await expect.element(page.getByText('Rice Cooker')).not.toBeInTheDocument()
})
