import { expect, test } from '../support/fixtures/test.ts'

const FILE = '/old-browser.js'

test('a browser without modules says that it is too old', async ({ page }) => {
  // Chromium knows modules, so the page loses the word that tells it not to run the file, and the scripts of the app.
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(' nomodule', '') })
  })
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/login')
  await expect(page.getByText('This browser is too old for Veni. Please update it')).toBeVisible()
  await expect(page.getByText('ఈ బ్రౌజర్ చాలా పాతది')).toBeVisible()
})

test('a browser with modules does not fetch the file for old ones', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(page.getByLabel('Phone Number')).toBeVisible()
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
  expect(paths).not.toContain(FILE)
})

test('the file for old browsers uses no newer syntax', async ({ request }) => {
  const script = await (await request.get(FILE)).text()
  const code = script.replaceAll(/^\/\/.*$/gm, '').replaceAll(/'[^'\n]*'/g, "''")
  expect(code).toContain('getElementById')
  expect(code).not.toMatch(/=>|`|\b(?:let|const|class|import|export|async)\b|\.\.\.|\?\.|\?\?/)
})
