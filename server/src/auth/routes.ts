import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { addressOf } from '../http/sender-address.ts'
import { nameBrowser, readBrowserName } from './browser-cookie.ts'
import { whenAnswered } from '../http/when-answered.ts'
import { createFleetSize } from './fleet-size.ts'
import { createSignInTurns } from './sign-in-turns.ts'
import { requestCode, signIn, signOut } from './service.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'

export function registerSignIn(app: FastifyInstance, base: Deps): void {
  const deps = { ...base, takeTurn: createSignInTurns(), fleetSize: createFleetSize() }
  serve(app, deps, api.sendCode, async ({ body, request, reply }) => {
    const browserId = nameBrowser(deps, request, reply)
    const asker = { phone: body.phone, address: addressOf(request), browserId }
    const { answer, sendMessage } = await requestCode(deps, asker)
    whenAnswered(request, reply, sendMessage)
    return answer
  })

  serve(app, deps, api.signIn, async ({ body, request, reply }) => {
    const { token, expiresAt, runner, sealing } = await signIn(deps, {
      ...body,
      address: addressOf(request),
      browserId: readBrowserName(request),
      oldToken: readSessionCookie(request, deps.config),
    })
    request.runner = runner
    setSessionCookie(request, reply, token, expiresAt)
    return { runner, sealing }
  })

  serve(app, deps, api.signOut, async ({ request, reply }) => {
    await signOut(deps, readSessionCookie(request, deps.config))
    clearSessionCookie(request, reply)
    return undefined
  })
}
