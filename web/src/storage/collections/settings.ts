/** What a service worker needs in order to send: who is signed in, and where the servers are. */
import * as v from 'valibot'
import { defineCollection, type RowOf } from '../collection.ts'

/** The only row. */
export const SENDER_KEY = 'sender'

export const settings = defineCollection({
  store: 'snapshots',
  schema: v.object({
    session: v.object({
      phone: v.string(),
      runner: v.object({ id: v.string(), name: v.string() }),
      mode: v.picklist(['server', 'local']),
    }),
    /** Seals what the runner's phone has sent; absent without our server. */
    publicKey: v.optional(v.string()),
    config: v.object({
      apiBaseUrl: v.string(),
      imageHostUrl: v.string(),
      madeByOurServer: v.optional(v.boolean(), false),
    }),
  }),
})

export type SenderSettings = RowOf<typeof settings>
