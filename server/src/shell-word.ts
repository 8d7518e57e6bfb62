/**
 * Quotes a text so that a shell reads it as one word. The office copies suggested commands into a shell, and a name in the
 * file of a hostile phone could contain another command.
 */
export const shellWord = (text: string): string =>
  /^[\w.+@][\w.+@-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
