/** Bugs in what looks at a request first, planted by somebody who had not read the tests. */

const guard = 'server/src/http/request-guard.ts'
const unreadable = 'server/src/http/unreadable-request.ts'
const limits = 'server/src/limits/rate-limits.ts'
const guardTest = 'server/src/http/request-guard.test.ts'
const unreadableTest = 'server/src/http/unreadable-request.test.ts'
const limitsTest = 'server/test/api/rate-limits.test.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenGuards = [
  {
    name: 'a page of a neighbouring subdomain may write',
    file: guard,
    edits: [["return site === 'same-origin' &&", "return site !== 'cross-site' &&"]],
    killer: guardTest,
  },
  {
    name: 'a write without any sign of its page is permitted',
    file: guard,
    edits: [['return origin !== undefined && [', 'return origin === undefined || [']],
    killer: guardTest,
  },
  {
    name: 'a host in another spelling is ours',
    file: guard,
    edits: [['name === undefined || !isUsualSpelling(sent)', 'name === undefined']],
    killer: guardTest,
  },
  {
    name: 'the connection of an unreadable request stays open',
    file: unreadable,
    edits: [['socket.end(', 'socket.write(']],
    killer: unreadableTest,
  },
  {
    name: 'an unreadable request gets an answer without the headers of safety',
    file: unreadable,
    edits: [['  ...callHeaders,\n', '']],
    killer: unreadableTest,
  },
  {
    name: 'a request that takes too long is called unreadable',
    file: unreadable,
    edits: [["  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',\n", '']],
    killer: unreadableTest,
  },
  {
    name: 'too large headers are called unreadable',
    file: unreadable,
    edits: [["  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',\n", '']],
    killer: unreadableTest,
  },
  {
    name: 'the answer to an unreadable request has no end of its headers',
    file: unreadable,
    edits: [["${lines.join('\\r\\n')}\\r\\n\\r\\n", "${lines.join('\\r\\n')}\\r\\n"]],
    killer: unreadableTest,
  },
  {
    name: 'an expectation is refused without the headers of safety',
    file: unreadable,
    edits: [['writeHead(417, headers)', 'writeHead(417)']],
    killer: unreadableTest,
  },
  {
    name: 'each server of a database counts for itself',
    file: limits,
    edits: [['deps.config.databaseUrl !== undefined', 'deps.config.databaseUrl === undefined']],
    killer: limitsTest,
  },
  {
    name: 'a phone gets a new budget with each address of its network',
    file: limits,
    edits: [['normalizeIP(address)', 'address']],
    killer: limitsTest,
  },
  {
    name: 'Retry-After is in milliseconds',
    file: limits,
    edits: [['counted.ttlInSeconds)', 'counted.ttl)']],
    killer: limitsTest,
  },
  {
    name: 'each call deletes the ended counts',
    file: limits,
    edits: [['    cleanedAt = Date.now()\n    deleteEndedCounts', '    deleteEndedCounts']],
    killer: limitsTest,
  },
  {
    name: 'no limit permits no call',
    file: limits,
    edits: [['  if (max === 0) return async () => undefined\n', '']],
    killer: limitsTest,
  },
  {
    name: 'the parts of a photo count as writes do',
    file: limits,
    edits: [['perRunner * UPLOADS_PER_CALL', 'perRunner']],
    killer: limitsTest,
  },
]
