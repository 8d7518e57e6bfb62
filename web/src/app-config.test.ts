import { beforeEach, expect, test, vi } from 'vitest'
import { configureApp } from '../test/app-config.ts'
import { json, noNetwork, startStandInServer } from '../test/stand-in-server.ts'
import { appConfig, CONFIG_KEY, loadAppConfig } from './app-config.ts'

const config = {
  apiBaseUrl: 'https://server.example',
  apiMirrors: ['https://mirror.example'],
  mapEmbedUrl: 'https://map.example/embed?q={address}',
  imageHostUrl: 'https://images.example/upload',
  geocoderUrl: 'https://places.example/reverse',
  companyUpiId: 'veni@bank',
  hideAfterMinutes: 15,
  madeByOurServer: true,
  demoData: false,
}
const defaults = {
  apiBaseUrl: '',
  apiMirrors: [],
  mapEmbedUrl: '',
  imageHostUrl: '',
  geocoderUrl: '',
  companyUpiId: '',
  hideAfterMinutes: 0,
  madeByOurServer: false,
  demoData: true,
}

beforeEach(() => {
  localStorage.removeItem(CONFIG_KEY)
  vi.spyOn(console, 'warn').mockReturnValue()
})

/** Starts the app where the server gives this answer to the call for config.json. */
async function startWith(answer: Response | Error) {
  startStandInServer().answer('GET /config.json', answer)
  await loadAppConfig()
  return appConfig()
}

test('the block in the page sets every service of a deployment [R-7.029]', async () => {
  const server = startStandInServer()
  await configureApp(config)
  expect(appConfig()).toEqual(config)
  expect(server.sent).toEqual([])
})

test('the config.json beside a static build sets every service [R-7.029]', async () => {
  expect(await startWith(json(config))).toEqual(config)
})

test.each([
  ['no config.json', new Response('', { status: 404 })],
  ['the app itself in its place', new Response('<!doctype html><title>Veni</title>')],
  ['settings of the wrong type', json({ apiBaseUrl: 7, demoData: 'no' })],
  ['no network', noNetwork()],
])('with %s the app uses its own origin [R-2.013]', async (_, answer) => {
  expect(await startWith(answer)).toEqual(defaults)
})

const notFetched = [
  ['no network', noNetwork()],
  ['a network that is too slow', new DOMException('signal timed out', 'TimeoutError')],
  ['a server that fails', new Response('', { status: 502 })],
  ['the page of a captive portal', new Response('<!doctype html><title>Sign in</title>')],
  ['the JSON of a captive portal', json({ error: 'Please sign in' })],
  ['an empty list', json([])],
] as const

test.each(notFetched)(
  'a start with %s uses the last config.json, and a newer one replaces it [R-7.068]',
  async (_, answer) => {
    await startWith(json(config))
    expect(await startWith(answer)).toEqual(config)
    await startWith(json({ companyUpiId: 'office@bank' }))
    expect(await startWith(answer)).toEqual({ ...defaults, companyUpiId: 'office@bank' })
  },
)

test('a deployment that has removed config.json has the defaults, also without network [R-7.068]', async () => {
  await startWith(json(config))
  expect(await startWith(new Response('', { status: 404 }))).toEqual(defaults)
  expect(await startWith(noNetwork())).toEqual(defaults)
})

test('a page with its own settings uses no config.json of an earlier static build [R-7.068]', async () => {
  await startWith(json(config))
  await configureApp({ apiBaseUrl: 'https://server.example' })
  expect(appConfig()).toEqual({ ...defaults, apiBaseUrl: 'https://server.example' })
})

test('of a stored config.json the app uses each setting that it can read [R-7.068]', async () => {
  const ofOtherRelease = { ...config, demoData: 'never', apiMirrors: [{ url: 'x' }], theme: 'dark' }
  await startWith(json(ofOtherRelease))
  const { apiMirrors, demoData } = defaults
  expect(await startWith(noNetwork())).toEqual({ ...config, apiMirrors, demoData })
})

test.each(['', '{"apiBaseUrl":', 'null', '7'])(
  'a stored config.json that is no JSON object counts as none: %j',
  async (text) => {
    localStorage.setItem(CONFIG_KEY, text)
    expect(await startWith(noNetwork())).toEqual(defaults)
  },
)

test('a phone that cannot store config.json uses it all the same', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  expect(await startWith(json(config))).toEqual(config)
})
