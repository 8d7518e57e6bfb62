import { expect, isPolicyViolation, test } from '../support/fixtures/test.ts'

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
