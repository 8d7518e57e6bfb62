/**
 * Makes the embedded database faster for tests that use it thousands of times. PGlite sends six messages for each query and
 * waits after each, and PostgreSQL parses and plans each query. Here each text is prepared once, and a query is one message
 * that is answered at once. Statements, parameters and results stay the same.
 */
import {
  messages,
  parse,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
  TransactionAbortedError,
} from '@electric-sql/pglite'

interface Statement {
  readonly name: string
  /** The types of its parameters, as PostgreSQL numbers them. */
  readonly types: readonly number[]
  /** Its columns, if it has any. */
  readonly columns: readonly messages.BackendMessage[]
}

type Query = (text: string, values?: unknown[], options?: QueryOptions) => Results

/** A list in a query makes a text of its own for each length. Beyond these each text is prepared at each use. */
const MOST_STATEMENTS = 1_000

const { serialize } = protocol
const executeAndSync = Buffer.concat([serialize.execute({}), serialize.sync()])

/** After this a transaction offers only `query`: Drizzle uses nothing else. */
export async function prepareStatements(client: PGlite): Promise<void> {
  // A plan must not depend on how often its statement has run: it may decide the order of rows.
  await client.exec('set plan_cache_mode = force_generic_plan')
  const query = createQuery(client)
  client.query = ((text, values, options) =>
    client._runExclusiveTransaction(async () => query(text, values, options))) as PGlite['query']
  client.transaction = (work) => client._runExclusiveTransaction(() => runTransaction(query, work))
}

async function runTransaction<T>(query: Query, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let isOpen = true
  const queryInside: Query = (...given) => {
    if (!isOpen) throw new Error('Transaction is closed')
    return query(...given)
  }
  query('begin')
  let result: T
  try {
    result = await work({ query: async (...given) => queryInside(...given) } as Transaction)
  } catch (error) {
    query('rollback')
    throw error
  } finally {
    isOpen = false
  }
  // A transaction with a failed statement cannot be committed.
  if (query('commit').command === 'ROLLBACK') throw new TransactionAbortedError()
  return result
}

function createQuery(client: PGlite): Query {
  const send = createSender(client)
  const statements = new Map<string, Statement>()

  function prepare(text: string): Statement {
    const isStored = statements.size < MOST_STATEMENTS
    const name = isStored ? `s${statements.size}` : ''
    const described = send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ])
    const columns = described.filter((message) => message.name === 'rowDescription')
    const types = parse.parseDescribeStatementResults(described)
    const statement = { name, types, columns }
    if (isStored) statements.set(text, statement)
    return statement
  }

  function run(text: string, values: unknown[], options?: QueryOptions): Results {
    const { name, types, columns } = statements.get(text) ?? prepare(text)
    const sent = values.map((value, at) => serializeValue(client, types[at], value))
    const answers = send([serialize.bind({ statement: name, values: sent }), executeAndSync])
    return toResults(client, [...columns, ...answers], options)
  }

  return (text, values = [], options?: QueryOptions) => {
    try {
      return run(text, values, options)
    } catch (error) {
      // As PGlite does.
      throw Object.assign(error as Error, { query: text, params: values, queryOptions: options })
    }
  }
}

/** @returns sends messages as one, and returns all answers */
function createSender(client: PGlite) {
  const parser = new protocol.Parser()
  return (parts: readonly Uint8Array[]): messages.BackendMessage[] => {
    const answers: messages.BackendMessage[] = []
    parser.parse(client.execProtocolRawSync(Buffer.concat(parts)), (answer) => answers.push(answer))
    const error = answers.find((answer) => answer instanceof messages.DatabaseError)
    if (error) throw error
    return answers
  }
}

function serializeValue(
  { serializers }: PGlite,
  type: number | undefined,
  value: unknown,
): string | null {
  if (value === null || value === undefined) return null
  return serializers[type ?? 0]?.(value) ?? (value as { toString: () => string }).toString()
}

/** As PGlite does, which copies its 600 parsers for each query. */
function toResults(
  client: PGlite,
  answers: messages.BackendMessage[],
  { rowMode, parsers = {} }: QueryOptions = {},
): Results {
  const [stored, others] = [answers.filter(isRow), answers.filter((answer) => !isRow(answer))]
  const [results] = parse.parseResults(others, {})
  if (!results) throw new Error('PGlite answered without a result')
  const names = results.fields.map(({ name }) => name)
  const parseFields = results.fields.map(({ dataTypeID: type }) => {
    const parseField = parsers[type] ?? client.parsers[type] ?? String
    return (field: string | null) => (field === null ? null : (parseField(field, type) as unknown))
  })
  const rows = stored.map(({ fields }) => {
    const values = fields.map((field, at) => parseFields[at]?.(field))
    return rowMode === 'array'
      ? values
      : Object.fromEntries(values.map((value, at) => [names[at], value]))
  })
  return { ...results, rows: rows as Results['rows'] }
}

const isRow = (answer: messages.BackendMessage) => answer instanceof messages.DataRowMessage
