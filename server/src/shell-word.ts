/**
 * A text as one word of a shell. A name in the file of a phone could be a second command, and the office copies the commands
 * that the command line suggests.
 */
export const shellWord = (text: string): string =>
  /^[\w.+@][\w.+@-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
