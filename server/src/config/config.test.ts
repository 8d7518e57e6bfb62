import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: undefined,
      signInMode: 'demo',
      sampleData: true,
      app: { apiMirrors: [], demoData: true },
    })
  })

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000 })
  })

  it('reads the settings of the app [R-7.029]', () => {
    const env = { API_MIRRORS: 'https://a.example, https://b.example', DEMO_DATA: 'off' }
    expect(readConfig(env).app).toMatchObject({
      apiMirrors: ['https://a.example', 'https://b.example'],
      demoData: false,
    })
  })

  it('names every wrong variable in one sentence', () => {
    const env = { PORT: '70000', DATABASE_URL: 'mysql://db', SAMPLE_DATA: 'maybe' }
    expect(() => readConfig(env)).toThrow(
      'The configuration is wrong: PORT must be a whole number from 0 to 65535; DATABASE_URL must be a URL starting with postgres:// or postgresql://; SAMPLE_DATA must be on or off.',
    )
  })

  it.each(['localhost', '127.0.0.1', '127.9.9.9', '::1'])('allows demo sign-in on %s', (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host)
  })

  it.each(['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.example.com'])(
    'allows demo sign-in on %s only with ALLOW_DEMO_SIGN_IN [R-6.007]',
    (host) => {
      expect(() => readConfig({ HOST: host })).toThrow('ALLOW_DEMO_SIGN_IN=on')
      expect(readConfig({ HOST: host, ALLOW_DEMO_SIGN_IN: 'on' }).host).toBe(host)
    },
  )

  it('refuses sign-in by SMS without a gateway [R-6.008]', () => {
    expect(() => readConfig({ SIGN_IN_MODE: 'sms' })).toThrow('needs an SMS gateway')
  })
})
