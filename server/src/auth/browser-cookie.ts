/**
 * A cookie that names the browser. It stays when the browser takes the storage of the app away (decision 45), and tells
 * the server whether a sign-in code is typed where it was asked for (decision 47).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { cookieName, cookieOptions } from './session-cookie.ts'

/** The longest time that browsers permit. */
const MAX_AGE_S = 400 * 86_400
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const COOKIE = 'veni-phone'

/** @returns the name of the browser, a random UUID; undefined when it has sent none */
export function readBrowserName(request: FastifyRequest): string | undefined {
  const sent = request.cookies[cookieName(request, COOKIE)]
  return sent !== undefined && UUID.test(sent) ? sent : undefined
}

/**
 * Gives a name to a browser that opens a page and has none. When the service worker fetches the page, the browser gets
 * no name: another request of the browser may be on its way, and each of the two would get a name of its own.
 */
export function nameNewBrowser(
  deps: Pick<Deps, 'randomBytes'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': site } = request.headers
  const isOpened = destination === 'document' && site !== 'cross-site' && site !== 'same-site'
  if (isOpened && readBrowserName(request) === undefined) nameBrowser(deps, request, reply)
}

/** Sets the cookie for another 400 days. @returns the name of the browser, a new one when it has sent none */
export function nameBrowser(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const browserId = readBrowserName(request) ?? toUuid(randomBytes(16))
  const name = cookieName(request, COOKIE)
  // With `strict`, a browser that follows a link from another site would send no name, and get a new one.
  const options = { ...cookieOptions(request), sameSite: 'lax', maxAge: MAX_AGE_S } as const
  reply.setCookie(name, browserId, options)
  return browserId
}

const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
