import { resolve } from 'node:path'
import * as v from 'valibot'
import { OperatorError } from '../errors.ts'
import { variables } from './variables.ts'

export type Config = ReturnType<typeof readConfig>

/** Parses the environment. Throws `OperatorError` with one sentence that names every wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const values = parseVariables(env)
  const config = {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    sampleData: values.SAMPLE_DATA,
    signInMode: values.SIGN_IN_MODE,
    trustProxy: values.TRUST_PROXY,
    geocoderUrl: values.GEOCODER_URL,
    /** The settings that the browser receives at run time. */
    app: {
      apiBaseUrl: values.API_BASE_URL,
      apiMirrors: values.API_MIRRORS ?? [],
      mapEmbedUrl: values.MAP_EMBED_URL,
      imageHostUrl: values.IMAGE_HOST_URL,
      geocoderUrl: values.BROWSER_GEOCODER_URL,
      companyUpiId: values.COMPANY_UPI_ID,
      demoData: values.DEMO_DATA,
    },
  }
  refuseOpenDemo(config.signInMode, config.host, values.ALLOW_DEMO_SIGN_IN)
  refuseSmsWithoutGateway(config.signInMode)
  return config
}

type Variables = {
  [Name in keyof typeof variables]: v.InferOutput<(typeof variables)[Name]['schema']>
}

function parseVariables(env: NodeJS.ProcessEnv): Variables {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, { schema }] of Object.entries(variables)) {
    const result = v.safeParse(schema, env[name] === '' ? undefined : env[name])
    if (result.success) values[name] = result.output
    else problems.push(`${name} ${result.issues[0].message}`)
  }
  if (problems.length > 0)
    throw new OperatorError(`The configuration is wrong: ${problems.join('; ')}.`)
  return values as Variables
}

/** Demo sign-in lets anybody in, so other machines must not reach it unless the operator permits that. */
function refuseOpenDemo(mode: Config['signInMode'], host: string, allowed: boolean): void {
  if (mode !== 'demo' || allowed || isLoopback(host)) return
  throw new OperatorError(
    `Demo sign-in lets anybody in, and HOST=${host} can be reached from other machines; set ALLOW_DEMO_SIGN_IN=on to permit it, or leave HOST away.`,
  )
}

function refuseSmsWithoutGateway(mode: Config['signInMode']): void {
  if (mode === 'sms')
    throw new OperatorError(
      'SIGN_IN_MODE=sms needs an SMS gateway, and this release has none yet; use SIGN_IN_MODE=demo.',
    )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/u.test(host)
}
