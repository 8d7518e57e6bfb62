import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: undefined,
      signIn: { mode: 'demo' },
      sampleData: true,
      app: { apiMirrors: [], demoData: true },
    })
  })

  it('loads no sample runners with sign-in by SMS, unless told to', () => {
    const open = { ...sms, ...byHttp }
    expect(readConfig(open).sampleData).toBe(false)
    expect(readConfig({ ...open, SAMPLE_DATA: 'on' }).sampleData).toBe(true)
    expect(readConfig({ SAMPLE_DATA: 'off' }).sampleData).toBe(false)
  })

  it('refuses to run where Node accepts every certificate', () => {
    expect(() => readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate',
    )
    expect(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }).port).toBe(3000)
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

  it.each([
    { NODE_ENV: 'production' },
    { TRUST_PROXY: '1' },
    { PUBLIC_URL: 'https://veni.example', TRUST_PROXY: '1' },
    { PUBLIC_URL: 'http://veni.example' },
  ])('refuses demo sign-in and codes in the log with %o [R-6.007]', (env) => {
    const byConsole = { ...sms, SMS_GATEWAY: 'console' }
    for (const open of [{}, byConsole]) {
      expect(() => readConfig({ ...open, ...env })).toThrow(
        'set ALLOW_DEMO_SIGN_IN=on to permit it',
      )
      expect(readConfig({ ...open, ...env, ALLOW_DEMO_SIGN_IN: 'on' }).port).toBe(3000)
    }
    expect(readConfig({ ...sms, ...byHttp, ...env }).signIn.mode).toBe('sms')
  })

  it.each([{}, { HOST: '0.0.0.0' }])(
    'refuses https with %o while no proxy is named [R-6.009]',
    (host) => {
      const env = { ...sms, ...byHttp, ...host, PUBLIC_URL: 'https://veni.example' }
      expect(() => readConfig(env)).toThrow('needs a proxy that ends https; set TRUST_PROXY')
      expect(readConfig({ ...env, TRUST_PROXY: '10.0.0.1' }).publicUrl).toBe('https://veni.example')
    },
  )

  const sms = { SIGN_IN_MODE: 'sms', SIGN_IN_SECRET: 'a secret of at least 32 characters' }
  const byHttp = { SMS_GATEWAY: 'http', SMS_URL: 'https://sms.example', SMS_BODY: '{text}' }

  it.each([
    [{ SIGN_IN_SECRET: '' }, 'needs SIGN_IN_SECRET'],
    [{ SIGN_IN_SECRET: 'short' }, 'SIGN_IN_SECRET must have at least 32 characters'],
    [{ SMS_GATEWAY: '' }, 'needs SMS_GATEWAY'],
    [{ SMS_URL: '' }, 'needs SMS_URL'],
    [{ SMS_BODY: 'hello' }, 'must contain {text} or {code}'],
    [{ SMS_HEADERS: '[1]' }, 'SMS_HEADERS must be a JSON object'],
    [{ SMS_HEADERS: '{"authorization":"a\\nb"}' }, 'SMS_HEADERS must be a JSON object'],
    [{ SMS_HEADERS: '{"two words":"a"}' }, 'SMS_HEADERS must be a JSON object'],
    [{ SMS_ACCEPTED: '(' }, 'SMS_ACCEPTED must be a regular expression'],
    [{ SMS_TEXT: 'Your code is below' }, 'SMS_TEXT must contain {code}'],
    [{ SMS_COUNTRY_CODE: '+91' }, 'SMS_COUNTRY_CODE must be a country code'],
  ])('refuses sign-in by SMS with %o [R-6.008]', (wrong, sentence) => {
    expect(() => readConfig({ ...sms, ...byHttp, ...wrong })).toThrow(sentence)
  })

  const readSmsText = (values: Record<string, string>) => {
    const { signIn } = readConfig({ ...sms, ...byHttp, ...values })
    return signIn.mode === 'sms' ? signIn.text : undefined
  }

  it('puts the host of PUBLIC_URL into the message, so that phones fill in the code', () => {
    const https = { PUBLIC_URL: 'https://veni.example:8443/', TRUST_PROXY: '1' }
    const SMS_TEXT = String.raw`{code} is your code.\n\n@{host} #{code}`
    expect(readSmsText({ ...https, SMS_TEXT })).toBe(
      '{code} is your code.\n\n@veni.example #{code}',
    )
    expect(readSmsText(https)).toMatch(/2 minutes\.\n\n@veni\.example #\{code\}$/u)
  })

  it('leaves the line with the host out of the message when there is no PUBLIC_URL', () => {
    expect(readSmsText({})).toMatch(/2 minutes\.$/u)
  })

  const readProxies = (TRUST_PROXY: string) =>
    readConfig({ ALLOW_DEMO_SIGN_IN: 'on', TRUST_PROXY }).trustProxy

  it('reads the number of proxies or their networks', () => {
    expect(readProxies('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1'])
    expect(readProxies('2')).toBeTypeOf('function')
    expect(readProxies('')).toBe(false)
  })

  it.each(['yes', 'on', '0', '1.5', '10.0.0.0/33', 'proxy.example', '::1/129'])(
    'refuses %j as the proxies',
    (wrong) => {
      expect(() => readProxies(wrong)).toThrow('TRUST_PROXY must be off, the number of proxies')
    },
  )
})
