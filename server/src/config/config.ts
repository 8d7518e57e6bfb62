import { resolve } from 'node:path'
import * as v from 'valibot'
import { OperatorError } from '../errors.ts'
import type { S3Config } from '../objects/s3.ts'
import { isForThisMachine, readSignIn, refuseOpenDemo } from './sign-in-config.ts'
import { type Variables, variables } from './variables.ts'

export type Config = ReturnType<typeof readConfig>

/** Parses the environment. Throws `OperatorError` with one sentence that names every wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv) {
  refuseUncheckedCertificates(env)
  const values = parseVariables(env)
  refuseOpenDemo(values, env['NODE_ENV'])
  refuseUnknownProxy(values)
  refuseLonePooler(values)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    leastFreeBytes: values.MIN_FREE_MB,
    logFormat: values.LOG_FORMAT,
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    s3: readS3(values),
    databaseUrl: values.DATABASE_URL,
    databasePoolerUrl: values.DATABASE_POOLER_URL,
    // The sample runners have known numbers, so no server on the internet has them by accident.
    sampleData: values.SAMPLE_DATA ?? values.SIGN_IN_MODE === 'demo',
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    signIn: readSignIn(values),
    isForThisMachine: isForThisMachine(values),
    sessionLimits: { days: values.SESSION_DAYS, idleDays: values.SESSION_IDLE_DAYS },
    callsPerMinute: {
      perRunner: values.RUNNER_CALLS_PER_MINUTE,
      perAddress: values.ADDRESS_CALLS_PER_MINUTE,
    },
    photosPerDay: {
      count: values.PHOTOS_PER_DAY || Infinity,
      bytes: values.PHOTO_MB_PER_DAY * 1_000_000 || Infinity,
    },
    recordBytesPerDay: values.RECORD_MB_PER_DAY * 1_000_000 || Infinity,
    settledAgainDays: values.SETTLED_AGAIN_DAYS,
    sentPhotoDays: values.SENT_PHOTO_DAYS,
    geocoderUrl: values.GEOCODER_URL,
    app: readAppSettings(values),
  }
}

/** The settings that the browser receives at run time. */
function readAppSettings(values: Variables) {
  return {
    apiBaseUrl: values.API_BASE_URL,
    apiMirrors: values.API_MIRRORS ?? [],
    mapEmbedUrl: values.MAP_EMBED_URL,
    imageHostUrl: values.IMAGE_HOST_URL,
    geocoderUrl: values.BROWSER_GEOCODER_URL,
    companyUpiId: values.COMPANY_UPI_ID,
    hideAfterMinutes: values.HIDE_AFTER_MINUTES,
    demoData: values.DEMO_DATA,
  }
}

/** Node reads this variable itself. With it anybody in between could read codes, places and rows. */
function refuseUncheckedCertificates({ NODE_TLS_REJECT_UNAUTHORIZED: setting }: NodeJS.ProcessEnv) {
  if (setting !== '0') return
  throw new OperatorError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate; remove it, and name your own authority with NODE_EXTRA_CA_CERTS.',
  )
}

/**
 * The server speaks plain http, so only a proxy in front can end https. Without its name all phones would share the limits
 * of one address, and a session would also be given on plain http.
 */
function refuseUnknownProxy({ PUBLIC_URL: publicUrl, TRUST_PROXY: trusted }: Variables) {
  if (!publicUrl?.startsWith('https:') || trusted !== false) return
  throw new OperatorError(
    `PUBLIC_URL=${publicUrl} needs a proxy that ends https; set TRUST_PROXY to the number of proxies or to their addresses.`,
  )
}

/** Throws for an address without its keys, and for keys without an address. */
function readS3(values: Variables): S3Config | undefined {
  const { S3_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secret } = values
  if (url && accessKeyId && secret)
    return {
      url: url.replace(/\/+$/u, ''),
      region: values.S3_REGION,
      accessKeyId,
      secretAccessKey: secret,
    }
  if (!url && !accessKeyId && !secret) return undefined
  throw new OperatorError('S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.')
}

/** Migrations need a session of their own, which such a pooler does not give. */
function refuseLonePooler({ DATABASE_URL: url, DATABASE_POOLER_URL: poolerUrl }: Variables) {
  if (!poolerUrl || url) return
  throw new OperatorError(
    'DATABASE_POOLER_URL needs DATABASE_URL: the address of PostgreSQL itself, for migrations.',
  )
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
