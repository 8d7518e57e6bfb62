import type { SignInConfig } from '../config/sign-in-config.ts'
import type { Log } from '../log.ts'
import { createHttpGateway } from './http-gateway.ts'
import type { SmsGateway } from './sms-gateway.ts'

export function createSmsGateway(signIn: SignInConfig, log: Log): SmsGateway {
  if (signIn.mode === 'demo') return { send: () => Promise.resolve() }
  return signIn.gateway === 'console' ? consoleGateway(log) : createHttpGateway(signIn.gateway)
}

/** For development: the log shows the code and the last two digits of the phone. */
function consoleGateway(log: Log): SmsGateway {
  return {
    async send({ phone, code }) {
      log.info(`SMS to ********${phone.slice(-2)}: the code is ${code}`)
    },
  }
}
