import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { createLog, readableLine } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const log = createLog({ level: 'info', role: 'api', destination: { write: (line) => void (text += line) } })
  write(log)
  return text
}

test('passwords, tokens, secrets and authorisation headers never reach the log', () => {
  const text = logged((log) => {
    log.info({ pwd: 'hidden', account: 'li' }, 'Signed in')
    log.info({ body: { oldPassword: 'hidden', newPassword: 'hidden', deviceSecret: 'hidden' } }, 'Changed')
    log.info({ request: { headers: { authorization: 'hidden', cookie: 'hidden', accept: 'shown' } } }, 'Asked')
    log.child({ token: 'hidden' }).info({ settings: { secretKey: 'hidden', databaseUrl: 'hidden' } }, 'Started')
  })
  assert.doesNotMatch(text, /hidden/)
  assert.match(text, /shown/)
  assert.match(text, /"account":"li"/)
})

test('is one JSON object a line, with the role and the error', () => {
  const [line = ''] = logged((log) => log.error({ err: new Error('broken') }, 'It failed')).split('\n')
  const { role, msg, err, level } = z
    .object({
      role: z.string(),
      msg: z.string(),
      err: z.object({ message: z.string(), stack: z.string() }),
      level: z.number(),
    })
    .parse(JSON.parse(line))
  assert.deepEqual([role, msg, err.message, level], ['api', 'It failed', 'broken', 50])
})

test('reads as a sentence on a terminal', () => {
  const line = readableLine(
    JSON.stringify({ level: 40, time: 0, role: 'connector', deviceId: '7', msg: 'Device was lost' }),
  )
  assert.match(line, /^\d\d:\d\d:\d\d connector warning: Device was lost deviceId=7\n$/)
})
