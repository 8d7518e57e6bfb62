import { withReopenedBrowser } from '../support/browsers/reopened-browser.ts'
import { isPolicyViolation, watchPolicy } from '../support/fixtures/policy-watch.ts'
import { expect, test } from '../support/fixtures/test.ts'

for (const [what, script] of [
  ['a handler in the page', `document.body.setAttribute('onclick', 'alert(1)')`],
  ['a text as HTML', `document.body.innerHTML = '<b>Ravi</b>'`],
  ['an image of another host', `new Image().src = 'http://127.0.0.1:9/x.png'`],
] as const) {
  test(`the browser refuses ${what}, and the tests notice it`, async ({ browser, baseURL }) => {
    // A context of its own: in the usual one a violation fails the test.
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/login')
    const noticed = context.waitForEvent('console', isPolicyViolation)
    await page.evaluate(script).catch(() => undefined)
    expect((await noticed).type()).toBe('error')
    await context.close()
  })
}

test('each page reports its violations itself, for a browser that writes none to the console', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const violations: string[] = []
  await watchPolicy(context, violations)
  const page = await context.newPage()
  await page.goto('/login')
  await page.evaluate(`new Image().src = 'http://127.0.0.1:9/x.png'`)
  await page.evaluate(`document.body.innerHTML = '<b>Ravi</b>'`).catch(() => undefined)
  for (const directive of ['img-src blocks http://127.0.0.1:9', 'require-trusted-types-for blocks'])
    await expect
      .poll(() => violations)
      .toContainEqual(expect.stringContaining(`Content Security Policy: ${directive}`))
  await context.close()
})

test('a violation in a browser that a test opens again fails the test', async ({ baseURL }) => {
  const watched = withReopenedBrowser(String(baseURL), async ({ open }) => {
    const context = await open()
    const page = await context.newPage()
    await page.goto('/login')
    const noticed = context.waitForEvent('console', isPolicyViolation)
    await page.evaluate(`document.body.innerHTML = '<b>Ravi</b>'`).catch(() => undefined)
    await noticed
    // What happened before the browser was opened again counts, too.
    await open()
  })
  await expect(watched).rejects.toThrow('violations of the Content-Security-Policy')
})
