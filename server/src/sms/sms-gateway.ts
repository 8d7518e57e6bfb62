export interface SignInMessage {
  /** Ten digits, from `toPhoneKey`. */
  readonly phone: string
  /** The whole message. */
  readonly text: string
  readonly code: string
}

/** Sends the codes of the sign-in. */
export interface SmsGateway {
  /** Rejects when the message was not accepted; the error names neither phone nor code. */
  send(message: SignInMessage): Promise<void>
}
