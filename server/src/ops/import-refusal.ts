/** A reason why a whole file is not imported, as one sentence for the operator. */
export class ImportRefusal extends Error {
  override name = 'ImportRefusal'
}
