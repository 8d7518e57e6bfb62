/** Brings a one-time code to a phone. The one place to plug in a provider of text messages. */
export type SmsGateway = {
  /** @param phone as the runner typed it. Rejects when the provider did not take the message. */
  send(phone: string, text: string): Promise<void>
}
