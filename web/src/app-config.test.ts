import { expect, test, vi } from 'vitest'
import { configureApp } from '../test/app-config.ts'
import { json, noNetwork, startStandInServer } from '../test/stand-in-server.ts'
import { appConfig, loadAppConfig } from './app-config.ts'

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

test('the block in the page sets every service of a deployment [R-7.029]', async () => {
  const server = startStandInServer()
  await configureApp(config)
  expect(appConfig()).toEqual(config)
  expect(server.sent).toEqual([])
})

test('the config.json beside a static build sets every service [R-7.029]', async () => {
  const server = startStandInServer()
  server.answer('GET /config.json', json(config))
  await loadAppConfig()
  expect(appConfig()).toEqual(config)
})

test.each([
  ['no config.json', new Response('', { status: 404 })],
  ['the app itself in its place', new Response('<!doctype html><title>Veni</title>')],
  ['settings of the wrong type', json({ apiBaseUrl: 7, demoData: 'no' })],
  ['no network', noNetwork()],
])('with %s the app uses its own origin [R-2.013]', async (_, answer) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  startStandInServer().answer('GET /config.json', answer)
  await loadAppConfig()
  expect(appConfig()).toEqual(defaults)
})
