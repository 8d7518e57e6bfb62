import type { SmsGateway } from './auth/sms-gateway.ts'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { PhotoStore } from './images/photo-store.ts'
import type { Log } from './log.ts'
import type { Geocoder } from './places/geocoder.ts'

/** Everything a feature may use of the world; tests put their own clock, randomness, SMS gateway and geocoder here. */
export type Deps = {
  readonly config: Config
  readonly db: Db
  readonly now: () => Date
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Buffer
  readonly smsGateway: SmsGateway | undefined
  readonly geocoder: Geocoder
  readonly photoStore: PhotoStore
  /** Where photos wait that have come in part. */
  readonly uploadsFolder: string
  readonly log: Log
}
