/** A cookie that names the browser. It stays when the browser takes the storage of the app away (decision 45). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { cookieName, cookieOptions } from './session-cookie.ts'

/** The longest time that browsers permit. */
const MAX_AGE_S = 400 * 86_400
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Sets the cookie for another 400 days. @returns the name of the browser, a random UUID that opens nothing */
export function nameBrowser(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const name = cookieName(request, 'veni-phone')
  const sent = request.cookies[name]
  const browserId = sent !== undefined && UUID.test(sent) ? sent : toUuid(randomBytes(16))
  reply.setCookie(name, browserId, { ...cookieOptions(request), maxAge: MAX_AGE_S })
  return browserId
}

const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
