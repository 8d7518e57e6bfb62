/** Bugs that an attacker, or another runner, could use at the server, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const attackMutants = [
  {
    name: 'a write counts although its session ended while the body arrived',
    file: 'server/src/auth/guard.ts',
    edits: [
      [
        'if (!token || !(await lockOpenSession(tx, hashToken(token), limits))) throw',
        'if (!token || (await lockOpenSession(tx, hashToken(token), limits), false)) throw',
      ],
    ],
    killer: 'late bodies',
  },
  {
    name: 'a phone that has gone keeps its place among the photos on their way',
    file: 'server/src/limits/calls-at-once.ts',
    edits: [
      ['    if (hasLeft(request, reply)) return\n', ''],
      ['    whenAnswered(request, reply, () => {', "    reply.raw.once('close', () => {"],
    ],
    killer: 'calls at once',
  },
  {
    name: 'any number of photos of one runner may be on their way',
    file: 'server/src/limits/calls-at-once.ts',
    edits: [["    if (own >= perRunner) throw tooMany('rate-limited')\n", '']],
    killer: 'calls at once',
  },
  {
    name: 'invented phones use up the codes of everybody',
    file: 'server/src/auth/sign-in-limits.ts',
    edits: [["{ kinds: ['code'], per: 'all'", "{ kinds: codes, per: 'all'"]],
    killer: 'limits of sign-in',
  },
  {
    name: 'an unknown phone gets a new countdown after many others',
    file: 'server/src/auth/code-store.ts',
    edits: [['        and at <= ${before.toISOString()}::timestamptz\n', '']],
    killer: 'limits of sign-in',
  },
  {
    name: 'the networks of one IPv6 customer are counted apart only',
    file: 'server/src/auth/network.ts',
    edits: [['const IPV6_BITS = 48', 'const IPV6_BITS = 64']],
    killer: 'limits of sign-in',
  },
  {
    name: 'one network takes the places of all sign-ins',
    file: 'server/src/auth/sign-in-turns.ts',
    edits: [['turns.take(networkOf(address), ', "turns.take('', "]],
    killer: 'sign-in load',
  },
  {
    name: 'one network can use up the guesses of everybody',
    file: 'server/src/auth/sign-in-limits.ts',
    edits: [['MOST_OF_NETWORK = MOST_OF_ALL / 4', 'MOST_OF_NETWORK = MOST_OF_ALL']],
    killer: 'limits of sign-in',
  },
  {
    name: 'the records of a day have no limit',
    file: 'server/src/limits/record-quota.ts',
    edits: [['  await addCalls(db, keyOf(runnerId), bytes, DAY_MS)\n', '']],
    killer: 'record quota',
  },
  {
    name: 'a runner with many photos keeps all others waiting',
    file: 'server/src/limits/fair-turns.ts',
    edits: [
      [
        '    const [next] = this.#waiting\n',
        '    const next = [...this.#waiting].sort(([, one], [, other]) => other.length - one.length)[0]\n',
      ],
    ],
    killer: 'fair turns',
  },
  {
    name: 'a deal that arrives after the erase names its customer',
    file: 'server/src/deals/service.ts',
    edits: [
      [
        '    ...toSettlementColumns(body),\n    ...(customer.isErased && ERASED_DEAL),\n',
        '    ...toSettlementColumns(body),\n',
      ],
    ],
    killer: 'erase again',
  },
  {
    name: 'an encoded address avoids the checks of a call',
    file: 'server/src/http/is-call.ts',
    edits: [
      [
        "return (route === undefined || route === ANY_FILE ? decodePath(url) : route).startsWith('/api/')",
        "return (route === '' ? decodePath(url) : url).startsWith('/api/') || url === ANY_FILE",
      ],
    ],
    killer: 'encoded addresses',
  },
  {
    name: 'the server follows a redirect of a service to any address',
    file: 'server/src/call-service.ts',
    edits: [["redirect: 'manual'", "redirect: 'follow'"]],
    killer: 'services',
  },
  {
    name: 'a new database gives a runner another sealing key',
    file: 'server/src/auth/sealing-key.ts',
    edits: [['const derived = deriveKeyPair(secret, phone)', 'const derived = newKeyPair()']],
    killer: 'sealing key',
  },
  {
    name: 'a name of a foreign server counts as this machine',
    file: 'server/src/config/loopback.ts',
    edits: [
      ['  return version !== 0 && loopback', '  return /^(0x7f|127)/u.test(host) || loopback'],
    ],
    killer: 'loopback',
  },
  {
    name: 'the message to a known phone starts before the answer',
    file: 'server/src/auth/routes.ts',
    edits: [['whenAnswered(request, reply, sendMessage)', 'sendMessage()']],
    killer: 'sign-in message',
  },
  {
    name: 'a phone that goes away before the answer gets no message',
    file: 'server/src/http/when-answered.ts',
    edits: [['if (hasLeft(request, reply)) return act()', 'if (hasLeft(request, reply)) return']],
    killer: 'sign-in message',
  },
  {
    name: 'the reads of one runner keep all others waiting',
    file: 'server/src/http/endpoint.ts',
    edits: [['turns.take<unknown>(runnerOf(call.request).id, () => handle(call))', 'handle(call)']],
    killer: 'fair calls',
  },
  {
    name: 'any number of calls of a runner may be on their way',
    file: 'server/src/limits/guard-call.ts',
    edits: [['    await app.callsAtOnce(request, reply)\n', '']],
    killer: 'fair calls',
  },
  {
    name: 'questions for the offset of an upload count for no limit',
    file: 'server/src/limits/calls-at-once.ts',
    edits: [
      [
        '    if (hasLeft(request, reply)) return\n',
        "    if (hasLeft(request, reply) || request.method === 'HEAD') return\n",
      ],
    ],
    killer: 'calls at once',
  },
  {
    name: 'a write keeps its turn until the phone has the answer',
    file: 'server/src/http/endpoint.ts',
    edits: [
      [
        '    return new ReadyAnswer(answer.body, answer.status)\n',
        '    return reply.code(answer.status).send(answer.body) as never\n',
      ],
    ],
    killer: 'fair calls',
  },
]
