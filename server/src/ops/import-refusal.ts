/** A reason why a command is not carried out, as one sentence for the operator. */
export class ImportRefusal extends Error {
  override name = 'ImportRefusal'
}
