/**
 * Makes the embedded database faster for tests that use it thousands of times. PGlite sends six messages for each query,
 * and PostgreSQL parses and plans it each time. Here each text of a query is prepared once, and a query is one message.
 * Statements, parameters and results stay the same.
 */
import { protocol, type messages, type PGlite } from '@electric-sql/pglite'

interface Statement {
  readonly name: string
  /** What PostgreSQL answers when it is asked to describe the statement. */
  readonly description: messages.BackendMessage[]
}

/** A list in a query makes a text of its own for each length. The texts beyond these are not prepared. */
const MOST_STATEMENTS = 1_000

const { serialize } = protocol

/** PGlite copies all its parsers for each query. Of its 600 the columns need a tenth. */
export async function removeUnusedParsers(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ type: number }>(
    'select distinct atttypid::integer as type from pg_attribute',
  )
  const used = new Set(rows.map(({ type }) => String(type)))
  client.parsers = Object.fromEntries(
    Object.entries(client.parsers).filter(([type]) => used.has(type)),
  )
}

export async function prepareStatements(client: PGlite): Promise<void> {
  // A plan must not depend on how often its statement has run: it may decide the order of rows.
  await client.exec('set plan_cache_mode = force_generic_plan')
  const send = client.execProtocolStream.bind(client)
  const statements = new Map<string, Statement>()
  /** Of the query that runs now: PGlite runs one at a time. */
  let statement: Statement | undefined
  let unsent: Uint8Array[] = []

  async function prepare(text: string): Promise<Statement> {
    const name = `s${statements.size}`
    const parts = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]
    const prepared = { name, description: await send(Buffer.concat(parts)) }
    statements.set(text, prepared)
    return prepared
  }

  client.execProtocolStream = async (message, options) => {
    const kind = kindOf(message)
    if (kind === 'parse') {
      const text = textOf(message)
      statement = statements.get(text)
      if (!statement && statements.size < MOST_STATEMENTS) statement = await prepare(text)
      unsent = []
    }
    if (!statement) return send(message, options)
    switch (kind) {
      case 'describe statement':
        return statement.description
      case 'bind':
        unsent.push(withName(message, statement.name))
        return []
      case 'describe portal':
        unsent.push(message)
        return []
      case 'execute':
        return send(Buffer.concat([...unsent, message, serialize.sync()]), options)
      default:
        // The sync was sent with the execution.
        if (kind === 'sync') statement = undefined
        return kind === undefined ? send(message, options) : []
    }
  }
}

const kinds: Readonly<Record<string, string>> = { P: 'parse', B: 'bind', E: 'execute', S: 'sync' }

function kindOf(message: Uint8Array): string | undefined {
  const [first = 0] = message
  const letter = String.fromCharCode(first)
  if (letter !== 'D') return kinds[letter]
  return message[5] === 'S'.charCodeAt(0) ? 'describe statement' : 'describe portal'
}

/** After its kind and length (5 bytes) a message has a name, which PGlite leaves empty: one byte, 0. */
const NAME_AT = 5

const textOf = (message: Uint8Array) => {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length)
  return bytes.toString('utf8', NAME_AT + 1, bytes.indexOf(0, NAME_AT + 1))
}

/** The message with the name of a statement, which follows the empty name of the portal. */
function withName(message: Uint8Array, name: string): Uint8Array {
  const at = NAME_AT + 1
  const named = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)])
  // The length does not count the first byte.
  named.writeUInt32BE(named.length - 1, 1)
  return named
}
