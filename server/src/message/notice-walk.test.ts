import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { messageKinds } from '@brigade/contract/message/kind.text.ts'
import { startSmtpServer, type SmtpServer } from '../testing/mail/smtp-server.ts'
import { make } from '../testing/make.ts'
import { actTriggers, receiver, type Trigger, type World } from '../testing/notices/act-triggers.ts'
import { walkNotices } from '../testing/notices/walk-notices.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { announce } from './announce/announce.ts'

let mail: SmtpServer
let app: TestApp
let world: World
before(async () => {
  mail = await startSmtpServer()
  app = await startTestApp({
    roles: ['api'],
    settings: {
      SMTP_URL: mail.url,
      SMTP_FROM: 'Brigade <kitchen@brigade.test>',
      DEVICE_URL: 'https://devices.example',
    },
  })
  world = { app, actor: await make.account(app, { role: 'administrator' }) }
})
after(async () => {
  await app.stop()
  await mail[Symbol.asyncDispose]()
})

/** A message that anybody may withdraw: one of an event, announced in the act. */
const planted: Trigger = async (of) => {
  const owner = await receiver(of, { role: 'support' })
  return {
    title: /^Test message$/,
    accounts: [owner],
    act: async () =>
      void (await of.app.db.transaction().execute((trx) =>
        announce({ ...of.app, db: trx }, 'message.test', {
          params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
          organisationId: of.actor.organisationId,
          accounts: [owner.id],
        }),
      )),
  }
}
const acts = Object.entries(messageKinds).flatMap(([kind, { about }]) => (about === 'act' ? [kind] : []))

test('every notice of an act arrives, whatever its actor does to remove, mute, delay or hide it; a planted one that does not, and a kind that nothing triggers, are found', async () => {
  const triggers = { ...actTriggers, 'planted.removable': planted }
  const walked = await walkNotices(world, mail, [...acts, 'planted.removable', 'planted.untried'], triggers)
  ;({ mail } = walked)
  assert.deepEqual(walked.findings.toSorted(), [
    'planted.removable: no mail at the address that the deleted receiver had',
    'planted.removable: no mail at the address that the receiver had',
    'planted.removable: not in the inbox',
    'planted.untried: nothing triggers it',
  ])
})

const sources = path.join(import.meta.dirname, '..')
/** The files that write a message themselves: `announce`, and push tasks with their test, which a person writes. */
const writers = ['message/announce/announce.ts', 'message/task/change-task.ts', 'message/task/push-work.ts']

/** Finds calls that write a message without `announce`, and kinds in the list that nothing announces. */
function findBypasses(files: Readonly<Record<string, string>>): string[] {
  const product = Object.entries(files).filter(([file]) => !/\.test\.ts$|^testing\/|\/demo\//.test(file))
  const bypassing = product
    .filter(
      ([file, text]) =>
        /\binsertMessage\(|insertInto\('message'\)|insert into message\b/.test(text) && !writers.includes(file),
    )
    .filter(([file]) => file !== 'message/announce/announce.store.ts')
    .map(([file]) => `${file} writes a message past announce`)
  const all = product.map(([, text]) => text).join('\n')
  const unused = Object.keys(messageKinds)
    .filter((kind) => !all.includes(`'${kind}'`))
    .map((kind) => `nothing announces ${kind}`)
  return [...bypassing, ...unused]
}

test('announce, with a kind of the list, is the only way to a message of the program; one that is written past it is found', () => {
  const files: Record<string, string> = {}
  for (const entry of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('.ts')) files[entry] = readFileSync(path.join(sources, entry), 'utf8')
  assert.ok(writers.every((file) => file in files))
  assert.deepEqual(findBypasses(files), [])
  const bypass = "await insertMessage(trx, { kind: 'fault.raised' }, at)"
  assert.deepEqual(findBypasses({ ...files, 'fault/raise/planted.ts': bypass }), [
    'fault/raise/planted.ts writes a message past announce',
  ])
})
