import * as v from 'valibot'
import { onOff, quota, url, urlList } from './value-schemas.ts'

/** The environment variables whose values the browser receives. */
export const appVariables = {
  API_BASE_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'Where the app finds the API; the server that serves the app by default.',
  },
  API_MIRRORS: {
    schema: v.optional(urlList()),
    default: '',
    means:
      'More API base URLs, separated by commas, tried in their order when the first cannot be reached.',
  },
  MAP_EMBED_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means:
      "A map to embed on a customer's page; `{address}` in it is replaced. Without it no address leaves the phone.",
  },
  IMAGE_HOST_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'An image host for the photos; this server by default.',
  },
  BROWSER_GEOCODER_URL: {
    schema: v.optional(url('http:', 'https:')),
    default: '',
    means: 'A Nominatim-compatible service that the app itself asks; this server by default.',
  },
  COMPANY_UPI_ID: {
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^[\w.-]+@[\w.-]+$/u, 'must be a UPI id such as company@bank')),
    ),
    default: '',
    means: 'The UPI id that customers pay to, handed to the app.',
  },
  HIDE_AFTER_MINUTES: {
    schema: v.optional(quota(), '0'),
    default: '0',
    means:
      'Minutes without a tap after which the app hides everything and asks for a code again; work stays on the phone and is sent. `0`: never.',
  },
  DEMO_DATA: {
    schema: v.optional(onOff(), 'on'),
    default: 'on',
    means: '`off`: the app never falls back to its demo customers and products.',
  },
} as const
