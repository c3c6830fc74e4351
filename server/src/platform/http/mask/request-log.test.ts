import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { z } from 'zod'
import { requestLog } from './request-log.ts'

const Line = z.object({ msg: z.string(), reqId: z.string() })

test('every line of a request carries the id of the request', async () => {
  const lines: z.output<typeof Line>[] = []
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(Line.parse(JSON.parse(chunk.toString())))
      done()
    },
  })
  const loggerInstance: FastifyBaseLogger = pino({}, sink)
  let id = 0
  const app = fastify({
    loggerInstance,
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `request ${(id += 1)}`,
  })
  app.get('/quiet', () => '')
  app.get('/loud', ({ log }) => {
    log.info('First line')
    log.warn({ more: 1 }, 'Second line')
    return ''
  })
  await app.inject('/quiet')
  await app.inject('/loud')
  await app.inject('/loud')
  await app.close()
  assert.deepEqual(
    lines.map(({ msg, reqId }) => `${reqId}: ${msg}`),
    ['request 2: First line', 'request 2: Second line', 'request 3: First line', 'request 3: Second line'],
  )
})
