/** A reason why the server does not start that its operator can mend: one sentence for stderr, exit code 1, no stack. */
export class StartupRefusal extends Error {
  override name = 'StartupRefusal'
}
