import { appMessageApi } from '@brigade/contract/message/app.endpoints.ts'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { Audience, type TaskDraft } from '@brigade/contract/message/task.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { startApp } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { startSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import { make } from '../make.ts'
import { testPassword } from '../make-account.ts'
import { moveCustomer } from '../move-customer.ts'
import { signIn } from '../sign-in.ts'
import { until } from '../until.ts'
import { changeAccount, done, type Deed, type Receiver, type Trigger, type World } from './act-triggers.ts'

const [hidden, taken] = ['Hidden2026', 'Taken2026'] as const

/**
 * Each deed is done twice. The receivers of the first stay, and are muted, demoted, disabled and moved once its message
 * exists. The receivers of the second are changed beforehand, and are then deleted with everything around them.
 */
type Done = Deed & Readonly<{ kind: string; isGone: boolean; sessions: readonly string[] }>

/**
 * Does every act that must be announced, while nothing is sent; then the actor, who holds every right, tries each way
 * to remove, mute, delay or hide its message, both before the message exists and before its mails have left. Returns
 * what did not arrive, and kinds that nothing triggers.
 */
export async function walkNotices(
  world: World,
  mail: SmtpServer,
  kinds: readonly string[],
  triggers: Readonly<Record<string, Trigger | undefined>>,
): Promise<{ findings: string[]; mail: SmtpServer }> {
  const findings = kinds.filter((kind) => triggers[kind] === undefined).map((kind) => `${kind}: nothing triggers it`)
  const deeds: (Deed & { kind: string; isGone: boolean })[] = []
  await whileWorking(world, async () => {
    for (const kind of kinds)
      for (const isGone of [false, true]) {
        const deed = await triggers[kind]?.(world)
        if (deed !== undefined) deeds.push({ ...deed, kind, isGone })
      }
  })
  await mail.kill()
  const all: Done[] = []
  for (const deed of deeds) all.push({ ...deed, sessions: (await deed.act()) ?? [] })
  await hideEverything(
    world,
    all.filter(({ isGone }) => isGone),
  )
  // Assignments of faults are announced ten seconds later.
  world.app.clock.advance(11_000)
  const again = await whileWorking(world, async () => {
    await until('everything to be announced', async () => isAnnounced(world, all), 60_000)
    await hideEverything(
      world,
      all.filter(({ isGone }) => !isGone),
    )
    await destroy(world, all)
    const started = await startSmtpServer(mail.port)
    await everyMailTried(world)
    return started
  })
  for (const each of all) findings.push(...(await missingOf(world, each, again)))
  return { findings, mail: again }
}

/** A worker of its own: nothing is announced or sent while none runs. */
async function whileWorking<T>({ app }: World, work: () => Promise<T>): Promise<T> {
  const { settings, clock } = app
  const worker = await startApp({ roles: ['worker'], settings, clock, log: createLog({ level: 'fatal' }) })
  try {
    return await work()
  } finally {
    await worker.stop()
  }
}

async function isAnnounced({ app: { db } }: World, all: readonly Done[]): Promise<boolean> {
  const noted = await db.selectFrom('actNotice').select('id').execute()
  const accounts = new Set(all.flatMap((each) => each.accounts.map(({ id }) => id)))
  const told = await db
    .selectFrom('messageDelivery')
    .select('receiverId')
    .distinct()
    .where('receiverKind', '=', 'account')
    .where('receiverId', 'in', [...accounts])
    .execute()
  return noted.length === 0 && told.length === accounts.size
}

/** Everything that leaves the rows there: messages and push tasks deleted, people muted, demoted, disabled, moved. */
async function hideEverything(world: World, all: readonly Done[]): Promise<void> {
  const { app, actor } = world
  await removeMessages(world, [actor.token, ...all.flatMap(({ sessions }) => sessions)])
  await removeTasks(world)
  for (const { accounts, people = [], organisationId, deviceIds = [], isGone } of all) {
    for (const account of accounts) await hideFrom(world, account)
    for (const { id } of people)
      done(await app.ask(appUserApi.forbid, { ids: [id], forbidden: true, reason: 'Hidden' }, actor))
    if (organisationId !== undefined && !isGone) {
      const { id: parentId } = await make.organisation(app, { kind: 'agent' })
      await moveCustomer(app, { id: organisationId, parentId }, actor.token)
    }
    if (isGone)
      for (const id of deviceIds) {
        const sn = await app.db.selectFrom('device').select('sn').where('id', '=', id).executeTakeFirst()
        if (sn !== undefined) done(await app.ask(recordCalls.oven.remove, { id, sn: sn.sn }, actor))
      }
  }
}

/** Reads the messages of each session, and deletes them. */
async function removeMessages({ app }: World, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const { envelope } = await app.ask(messageApi.page, { pageSize: 80 }, { token })
    // An opened console ends when its organisation is changed.
    if (!envelope.success) continue
    const ids = envelope.data.list.map(({ id }) => id)
    if (ids.length > 0) await app.ask(messageApi.remove, { ids }, { token })
  }
}

async function removeTasks({ app, actor }: World): Promise<void> {
  const text = { title: 'Nothing happened', content: 'Nothing at all.' }
  const draft: TaskDraft = {
    type: 'notice',
    words: { en: text, zh: text },
    audience: Audience.parse({}),
    channels: [],
    deviceType: null,
    opens: null,
    validUntil: null,
    pushAt: new Date(app.clock.now() + hourMs).toISOString(),
  }
  done(await app.ask(taskApi.addTask, draft, actor))
  const { list } = (await app.ask(taskApi.tasks, {}, actor)).envelope.data
  done(await app.ask(taskApi.removeTask, { ids: list.map(({ id }) => id) }, actor))
}

/** Uses the rights of an administrator, and the account itself, whose password the actor sets. */
async function hideFrom(world: World, { id, account }: Receiver): Promise<void> {
  const { app, actor } = world
  const enable = (enabled: boolean) =>
    app.ask(accountApi.setEnabled, { id, enabled, reason: enabled ? '' : 'Hidden', password: testPassword }, actor)
  await enable(true)
  done(await app.ask(accountAccessApi.resetPassword, { id, newPwd: hidden, password: testPassword }, actor))
  const preset = await signIn(app, account, hidden)
  done(await app.ask(sessionApi.changePassword, { oldPwd: hidden, newPwd: taken }, { token: preset }))
  const token = await signIn(app, account, taken)
  const { updatedAt } = (await app.ask(messageApi.notifyDetail, {}, { token })).envelope.data
  const mute = { locale: 'zh', timeZone: 'UTC', units: 'metric', email: false, weeklyReport: false } as const
  const quiet = { quietFrom: '00:00', quietTo: '23:59', updatedAt }
  done(await app.ask(messageApi.notifyUpdate, { ...mute, ...quiet }, { token }))
  done(await app.ask(messageApi.read, {}, { token }))
  const own = await app.db.selectFrom('account').select('organisationId').where('id', '=', id).executeTakeFirstOrThrow()
  const isPlatform = own.organisationId === actor.organisationId
  const { id: roleId } = await app.db
    .selectFrom('role')
    .select('id')
    .where('key', '=', isPlatform ? 'support' : 'auditor')
    .executeTakeFirstOrThrow()
  done(
    await changeAccount(
      world,
      { id, account, password: taken, token, organisationId: own.organisationId },
      { email: 'drawn-to@example.com', roleId },
    ),
  )
  done(await enable(false))
}

/** Deletes the receivers of every second deed, and the organisation around them. */
async function destroy(world: World, all: readonly Done[]): Promise<void> {
  const { app, actor } = world
  for (const { accounts, organisationId, isGone } of all) {
    if (!isGone) continue
    for (const { id } of accounts) done(await app.ask(accountApi.remove, { id, password: testPassword }, actor))
    if (organisationId !== undefined) done(await app.ask(customerApi.remove, { ids: [organisationId] }, actor))
  }
}

/** Waits until no mail is pending, at the times at which failed ones are tried again. */
async function everyMailTried({ app }: World): Promise<void> {
  for (const minutes of [2, 6, 31, 121])
    await until(
      'mails to be tried',
      async () => {
        const waiting = await app.db
          .selectFrom('messageDelivery')
          .select(['nextAt', 'attempts'])
          .where('channel', '=', 'email')
          .where('state', 'in', ['queued', 'held'])
          .execute()
        if (waiting.length === 0) return true
        const isDue = waiting.some(({ nextAt }) => nextAt !== null && Date.parse(nextAt) <= app.clock.now())
        if (!isDue) app.clock.advance(minutes * minuteMs)
        return false
      },
      90_000,
    )
}

/** Lists messages that did not arrive in the inbox of present accounts, or by mail at the former address. */
async function missingOf(world: World, deed: Done, mail: SmtpServer): Promise<string[]> {
  const { app } = world
  const missing: string[] = []
  const whose = deed.isGone ? 'the deleted receiver' : 'the receiver'
  for (const { id, account, email } of deed.accounts) {
    const messageId = await findMessage(world, deed, id)
    const isMailed = mail.mails.some(
      ({ to, content }) => to.includes(email) && content.includes(`.${messageId}.${id}@`),
    )
    if (!isMailed) missing.push(`${deed.kind}: no mail at the address that ${whose} had`)
    if (deed.isGone) continue
    const enable = { id, enabled: true, reason: '', password: testPassword }
    done(await app.ask(accountApi.setEnabled, enable, { token: await fresh(world) }))
    const { list } = (await app.ask(messageApi.bell, { pageSize: 80 }, { token: await signIn(app, account, taken) }))
      .envelope.data
    if (!list.some(({ words }) => deed.title.test(words.en.title))) missing.push(`${deed.kind}: not in the inbox`)
  }
  for (const { id, token } of deed.people ?? []) {
    done(await app.ask(appUserApi.forbid, { ids: [id], forbidden: false, reason: '' }, { token: await fresh(world) }))
    const { list } = (await app.ask(appMessageApi.appPage, {}, { token })).envelope.data
    if (!list.some(({ words }) => deed.title.test(words.en.title)))
      missing.push(`${deed.kind}: not in the inbox of the ${deed.isGone ? 'deleted ' : ''}device’s owner`)
  }
  return missing
}

/** The message in the list of an account's notifications, as the actor sees it. */
async function findMessage(world: World, { title }: Deed, accountId: string): Promise<string | undefined> {
  const query = { accountId, channel: 'email', pageSize: 80 } as const
  const { list } = (await world.app.ask(messageApi.notifications, query, { token: await fresh(world) })).envelope.data
  // The newest are first, and the act that hides another may be one of the same kind.
  return list.findLast(({ words }) => title.test(words.en.title))?.messageId
}

/** The clock has advanced by hours: the actor signs in again. */
async function fresh({ app, actor }: World): Promise<string> {
  return signIn(app, actor.account, testPassword)
}
