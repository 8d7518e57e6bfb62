import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setLanguage, type Language } from '../../i18n/language.ts'
import { isPersistent } from '../../storage/persistence.ts'
import { OutboxSummary } from './outbox-summary.tsx'

afterEach(async () => {
  isPersistent.set(undefined)
  await setLanguage('en')
})

test.each<[Language, string, string]>([
  ['en', 'This phone promises to keep unsent work', 'This phone does not promise to keep'],
  ['te', 'ఈ ఫోన్ హామీ ఇస్తోంది', 'ఈ ఫోన్ హామీ ఇవ్వడం లేదు'],
])(
  'in %s the shown text follows the answer of the browser [R-8.086]',
  async (language, yes, no) => {
    await setLanguage(language)
    isPersistent.set(true)
    await render(<OutboxSummary />)
    const status = page.getByRole('status')
    await expect.element(status).toHaveTextContent(yes)
    isPersistent.set(false)
    await expect.element(status).toHaveTextContent(no)
    isPersistent.set(true)
    await expect.element(status).toHaveTextContent(yes)
    expect(status.element().textContent).not.toContain(no)
  },
)

test('a runner without a promise learns what to do [R-8.086]', async () => {
  isPersistent.set(false)
  await render(<OutboxSummary />)
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(/Install the app on the home screen, send soon, or export what is left\.$/)
})
