/** What belongs to a line. Log services search by it. */
export interface LogFields {
  readonly [name: string]: string | number | undefined
}

/** Lines for the operator. They contain no query strings, names or phone numbers. */
export type Log = {
  info(line: string, fields?: LogFields): void
  error(line: string, error: unknown, fields?: LogFields): void
}

/** `text` is for people, `json` has one object per line for log services. Both begin with the time in UTC. */
export type LogFormat = 'text' | 'json'

interface Output {
  readonly now?: () => Date
  readonly out?: { write(text: string): unknown }
  readonly errors?: { write(text: string): unknown }
}

/** Writes all lines of one turn of the event loop together: each write stops the server for a moment. */
const together = {
  text: '',
  write(line: string): void {
    if (this.text === '') setImmediate(() => this.flush())
    this.text += line
  },
  flush(): void {
    if (this.text !== '') process.stdout.write(this.text)
    this.text = ''
  },
}
process.once('exit', () => together.flush())

export function createLog(
  format: LogFormat,
  { now = () => new Date(), out = together, errors = process.stderr }: Output = {},
): Log {
  const write = format === 'json' ? toJson : toText
  return {
    info: (line, fields = {}) => void out.write(write(now(), { level: 'info', line, fields })),
    error: (line, error, fields = {}) => {
      const described = `${line}: ${describe(error)}`
      errors.write(write(now(), { level: 'error', line: described, fields }))
    },
  }
}

/** A log whose lines all have these fields. The fields of a line itself come after them. */
export const withFields = (log: Log, own: LogFields): Log => ({
  info: (line, fields) => log.info(line, { ...own, ...fields }),
  error: (line, error, fields) => log.error(line, error, { ...own, ...fields }),
})

export const silentLog: Log = { info: () => undefined, error: () => undefined }

interface Entry {
  readonly level: 'info' | 'error'
  readonly line: string
  readonly fields: LogFields
}

const toJson = (time: Date, { level, line, fields }: Entry) =>
  `${JSON.stringify({ time: time.toISOString(), level, message: line, ...fields })}\n`

function toText(time: Date, { line, fields }: Entry): string {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  const texts = known.map(([name, value]) => ` ${name}=${withoutSpaces(String(value))}`)
  return `${time.toISOString()} ${asOneEntry(line)}${texts.join('')}\n`
}

/** A stack has several lines. Those after the first are indented, so that no text begins an entry of its own. */
const asOneEntry = (line: string) =>
  line.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (char) => (char === '\n' ? '\n  ' : '?'))

/** A value ends at the next space, and must not begin a line of its own. */
const withoutSpaces = (value: string) => value.replaceAll(/[^\x21-\x7e]/g, '?')

/** The driver's message contains the statement with personal data, so only the deepest cause is logged. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? describe(error.cause) : (error.stack ?? error.message)
}
