import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { createLog } from '../../../platform/log.ts'
import { make } from '../../../testing/make.ts'
import { startObjectStorage } from '../../../testing/object-storage.ts'
import { tamperings } from '../../../testing/log/tamperings.ts'
import { startSmtpServer } from '../../../testing/mail/smtp-server.ts'
import { startTestApp } from '../../../testing/start-app.ts'
import { until } from '../../../testing/until.ts'
import { readCheckpoints } from '../../../platform/chain/checkpoint.ts'
import { checkLog } from './check-log.ts'
import { writeCheckpoint } from './checkpoints.ts'
import { sealFresh } from './seal-log.ts'

test('with S3_URL checkpoints leave for the bucket, are read back from it, and are left later where it was away', async () => {
  await using storage = await startObjectStorage()
  const app = await startTestApp({ roles: ['api'], settings: storage.settings })
  try {
    const { token } = await make.account(app, { role: 'administrator' })
    const own = { ...app, log: createLog({ level: 'silent' }) }
    const write = async (number: number) => {
      const draft = { name: `角色 ${number}`, enName: `Role ${number}`, kinds: ['platform' as const] }
      await app.ask(roleApi.add, draft, { token })
      await sealFresh(app.db, app.clock.now())
      return writeCheckpoint(own)
    }
    await write(1)
    await write(2)
    assert.equal((await storage.keys()).filter((key) => key.startsWith('operation-log-checkpoints/')).length, 1)
    assert.equal((await checkLog(app)).outcome, 'held')
    const { data } = (await app.ask(logApi.chain, {}, { token })).envelope
    assert.deepEqual([data.leavesFor, data.checkpoint?.n], [['s3'], data.n])
    storage.cut()
    const kept = await write(3)
    assert.ok(kept)
    const { leftFor } = await app.db
      .selectFrom('chainCheckpoint')
      .select('leftFor')
      .where('n', '=', String(kept.n))
      .executeTakeFirstOrThrow()
    assert.deepEqual(leftFor, [])
    storage.mend()
    assert.ok(await writeCheckpoint(own))
    assert.equal(await writeCheckpoint(own), undefined)
    assert.equal((await checkLog(app)).outcome, 'held')
  } finally {
    await app.stop()
  }
})

test('with CHECKPOINT_MAIL a checkpoint is mailed once, and the line of the mail names an older database', async () => {
  await using smtp = await startSmtpServer()
  const settings = {
    SMTP_URL: smtp.url,
    SMTP_FROM: 'Brigade <log@brigade.example>',
    CHECKPOINT_MAIL: 'auditor@example.com',
  }
  const app = await startTestApp({ roles: ['api'], settings })
  try {
    const { token } = await make.account(app, { role: 'administrator' })
    const own = { ...app, log: createLog({ level: 'silent' }) }
    for (const number of [1, 2, 3, 4, 5]) {
      const draft = { name: `角色 ${number}`, enName: `Role ${number}`, kinds: ['platform' as const] }
      await app.ask(roleApi.add, draft, { token })
    }
    await sealFresh(app.db, app.clock.now())
    assert.ok(await writeCheckpoint(own))
    assert.equal(await writeCheckpoint(own), undefined)
    await until('the mail', async () => smtp.mails.length === 1)
    assert.deepEqual(smtp.mails[0]?.to, ['auditor@example.com'])
    // Soft line breaks of quoted-printable.
    const body = (smtp.mails[0]?.content ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const given = readCheckpoints(/^\{.*\}$/m.exec(body)?.[0] ?? '')
    assert.equal(given.length, 1)
    assert.equal((await checkLog(app)).outcome, 'held-in-itself')
    assert.equal((await checkLog(app, given)).outcome, 'held')
    await sql.raw(tamperings['older database, held against a head outside'][0]).execute(app.db)
    assert.equal((await checkLog(app, given)).fault, 'older-backup')
  } finally {
    await app.stop()
  }
})
