import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

type ProxyConfig = Pick<Config, 'trustProxy'>

/** The `__Host-` name binds the cookie to this host and to https; browsers refuse it over plain http. */
export function cookieName(request: FastifyRequest, name = 'veni'): string {
  return request.protocol === 'https' ? `__Host-${name}` : name
}

export function cookieOptions(request: FastifyRequest) {
  const secure = request.protocol === 'https'
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

/** Behind a proxy no session is valid over plain http, where others may have read the cookie. */
export function readSessionCookie(
  request: FastifyRequest,
  { trustProxy }: ProxyConfig,
): string | undefined {
  if (trustProxy && request.protocol !== 'https') return undefined
  return request.cookies[cookieName(request)]
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  expires: Date,
): void {
  reply.setCookie(cookieName(request), token, { ...cookieOptions(request), expires })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), cookieOptions(request))
}
