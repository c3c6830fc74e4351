import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { ActKind } from '@brigade/contract/message/kind.text.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import { addVersion, approve, draftOf, startRollout, taskOf } from '../firmware/rollout.ts'
import { make } from '../make.ts'
import { testPassword, type MadeAccount } from '../make-account.ts'
import { makePerson, type MadePerson } from '../person/make-person.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'

export type World = Readonly<{ app: TestApp; actor: MadeAccount }>
export type Receiver = MadeAccount & Readonly<{ email: string }>

/** An act of a person on others, and the accounts that must be told about it. */
export type Deed = Readonly<{
  /** The title of the message, in English. */
  title: RegExp
  accounts: readonly Receiver[]
  people?: readonly MadePerson[]
  /** An organisation and devices that the actor may take out of sight afterwards. */
  organisationId?: string
  deviceIds?: readonly string[]
  /** Returns further sessions that the actor has through it. */
  act: () => Promise<readonly string[] | void>
}>

/** Prepares a deed with receivers of its own, while a worker runs. */
export type Trigger = (world: World) => Promise<Deed>

let made = 0
export async function receiver({ app }: World, wanted: Parameters<typeof make.account>[1]): Promise<Receiver> {
  const account = await make.account(app, wanted)
  const email = `told-${(made += 1)}@example.com`
  await app.db.updateTable('account').set({ email }).where('id', '=', account.id).execute()
  return { ...account, email }
}

export const done = ({ status, envelope }: { status: number; envelope: { msg: string; data: unknown } }): void => {
  if (status !== 200) throw new Error(`Refused with ${status}: ${envelope.msg} ${JSON.stringify(envelope.data)}`)
}

export async function changeAccount(
  { app, actor }: World,
  { id }: MadeAccount,
  wanted: { email?: string; roleId?: string },
) {
  const { data } = (await app.ask(accountApi.detail, { id }, actor)).envelope
  const { name, phone, email, updatedAt } = data
  const kept = { id, name, phone, email, emailVerified: false, updatedAt, password: testPassword }
  return app.ask(accountApi.update, { ...kept, roleId: data.role.id, ...wanted }, actor)
}

async function ownedOven(world: World) {
  const { app } = world
  const { id: organisationId } = await make.organisation(app)
  const oven = await make.device(app, { organisationId })
  return { organisationId, oven }
}

async function raisedFault(world: World) {
  const { app, actor } = world
  const { organisationId, oven } = await ownedOven(world)
  const at = app.clock.now()
  const received = { timeMs: at, receivedAtMs: at, messageId: String((made += 1)), isKept: false }
  const event = { identifier: 'Fault', type: 'error', code: 'E11', clears: false } as const
  const output = { Code: 'E11', Active: 1 }
  await app.db.transaction().execute((trx) => insertEvent(trx, oven.id, { ...event, ...received, output }))
  const row = await until(
    'the fault',
    async () => (await app.ask(faultApi.page, { deviceId: oven.id }, actor)).envelope.data.list[0],
    30_000,
  )
  return { organisationId, oven, row }
}

async function submitted(world: World) {
  const rollout = await startRollout(world.app)
  const oven = await make.device(world.app, { productId: rollout.productId, productKey: rollout.productKey })
  const version = await addVersion(rollout, '02.00.00')
  const submit = async () => {
    const draft = draftOf(rollout, [version.id], { deviceIds: [oven.id], approverId: rollout.approver.id })
    const added = await world.app.ask(upgradeTaskApi.addTask, { ...draft, submit: true }, rollout.engineer)
    done(added)
    return added.envelope.data.id
  }
  return { rollout, submit }
}

const withEmail = async ({ app }: World, account: MadeAccount): Promise<Receiver> => {
  const email = `told-${(made += 1)}@example.com`
  await app.db.updateTable('account').set({ email }).where('id', '=', account.id).execute()
  return { ...account, email }
}

/** One for each kind of act: the walk finds a kind without. */
export const actTriggers: Readonly<Record<ActKind, Trigger>> = {
  'system.administrator-act': async (world) => {
    const { app, actor } = world
    const [witness, concerned] = [
      await receiver(world, { role: 'administrator' }),
      await receiver(world, { role: 'administrator' }),
    ]
    return {
      title: new RegExp(`Administrator ${concerned.account}$`),
      accounts: [witness, concerned],
      act: async () =>
        done(await app.ask(accountAccessApi.endSessions, { id: concerned.id, password: testPassword }, actor)),
    }
  },
  'session.sign-in-reset': async (world) => {
    const { app, actor } = world
    const owner = await receiver(world, { role: 'support' })
    return {
      title: /^Your password was reset$/,
      accounts: [owner],
      act: async () => {
        const reset = { id: owner.id, newPwd: 'Reset2026', password: testPassword }
        done(await app.ask(accountAccessApi.resetPassword, reset, actor))
      },
    }
  },
  'system.account-act': async (world) => {
    const owner = await receiver(world, { role: 'support' })
    return {
      title: /^The e-mail address of your account was changed$/,
      accounts: [owner],
      act: async () => done(await changeAccount(world, owner, { email: 'drawn-to@example.com' })),
    }
  },
  'session.console-opened': async (world) => {
    const { app, actor } = world
    const { id: organisationId } = await make.organisation(app)
    const theirs = await receiver(world, { role: 'customer-administrator', organisationId })
    return {
      title: /opened your console$/,
      accounts: [theirs],
      organisationId,
      act: async () => {
        done(await app.ask(sessionApi.checkPassword, { password: testPassword }, actor))
        const { envelope } = await app.ask(sessionApi.openConsole, { organisationId, reason: 'A question' }, actor)
        const opened = await app.ask(sessionApi.signInByCompanyCode, { code: envelope.data.code }, actor)
        done(opened)
        return 'token' in opened.envelope.data ? [opened.envelope.data.token] : []
      },
    }
  },
  'device.unbound': async (world) => {
    const { app, actor } = world
    const { organisationId, oven } = await ownedOven(world)
    const owner = await makePerson(app)
    await app.db
      .insertInto('deviceBinding')
      .values({
        deviceId: oven.id,
        appUserId: owner.id,
        role: 'owner',
        unboundAt: null,
        boundAt: new Date(app.clock.now()).toISOString(),
      })
      .execute()
    return {
      title: /was removed from your app$/,
      accounts: [],
      people: [owner],
      organisationId,
      deviceIds: [oven.id],
      act: async () => done(await app.ask(recordCalls.oven.unbind, { ids: [oven.id], password: testPassword }, actor)),
    }
  },
  'fault.assigned': async (world) => {
    const { app, actor } = world
    const { oven, row } = await raisedFault(world)
    const assignee = await receiver(world, { role: 'administrator' })
    return {
      title: new RegExp(`^Assigned to you: ${oven.sn}`),
      accounts: [assignee],
      act: async () => {
        const { id, updatedAt } = row
        done(await app.ask(faultApi.assign, { records: [{ id, updatedAt }], accountId: assignee.id }, actor))
      },
    }
  },
  'firmware.to-approve': async (world) => {
    const { rollout, submit } = await submitted(world)
    const approver = await withEmail(world, rollout.approver)
    return {
      title: /is waiting for your approval$/,
      accounts: [approver],
      act: async () => void (await submit()),
    }
  },
  'firmware.decided': async (world) => {
    const { rollout, submit } = await submitted(world)
    const engineer = await withEmail(world, rollout.engineer)
    return {
      title: /was approved$/,
      accounts: [engineer],
      act: async () => {
        const id = await submit()
        done(await approve(rollout, id))
        await taskOf(rollout, id)
      },
    }
  },
  'firmware.approved-alone': async (world) => {
    const { app, actor } = world
    const rollout = await startRollout(app)
    const oven = await make.device(app, { productId: rollout.productId, productKey: rollout.productKey })
    const version = await addVersion(rollout, '03.00.00')
    const other = await withEmail(world, rollout.approver)
    return {
      title: /was approved without a second person$/,
      accounts: [other],
      act: async () => {
        const draft = {
          ...draftOf(rollout, [version.id], { deviceIds: [oven.id], approverId: other.id }),
          submit: true,
        }
        const added = await app.ask(upgradeTaskApi.addTask, draft, actor)
        done(added)
        const { id } = added.envelope.data
        const { updatedAt } = (await app.ask(upgradeTaskApi.task, { id }, actor)).envelope.data
        // For a moment the actor is the only one left who may approve.
        const enabled = app.db.updateTable('account').where('id', '<>', actor.id)
        const others = await enabled.where('enabled', '=', true).set({ enabled: false }).returning('id').execute()
        const body = { id, updatedAt, password: testPassword, reason: 'Nobody else is here' }
        const approved = await app.ask(upgradeTaskApi.approve, body, actor)
        const ids = others.map((account) => account.id)
        await app.db.updateTable('account').where('id', 'in', ids).set({ enabled: true }).execute()
        done(approved)
      },
    }
  },
  'message.codes-elsewhere': async (world) => {
    const { app, actor } = world
    const witness = await receiver(world, { role: 'administrator' })
    const name = `Codes ${(made += 1)}`
    return {
      title: /^Sign-in codes of the phone app go elsewhere$/,
      accounts: [witness],
      act: async () => {
        const draft = { name, address: 'https://mine.example/', sendsCodes: true, password: testPassword }
        done(await app.ask(targetApi.saveWebhook, draft, actor))
      },
    }
  },
}
