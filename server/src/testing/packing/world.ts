import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sealHistory } from '../../telemetry/history/seal-history.ts'
import type { FakeDevice } from '../fake-device.ts'
import { ask, own, session, signed } from '../gateway/gateway-device.ts'
import { tripleOf } from '../linked-device.ts'
import { make } from '../make.ts'
import type { MadeAccount } from '../make-account.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import { openLine, type Line } from './line.ts'
import type { Packing, Step } from './packing.ts'
import { payloadOf, type Way } from './payload.ts'
import type { Role, Series } from './series.ts'

type Made = Awaited<ReturnType<typeof make.device>>
type Model = Readonly<{ id: string; productKey: string }>
type Models = Readonly<Record<'direct' | 'sub', Readonly<Record<'cooler' | 'oven', Model>>> & { gateway: Model }>

/** Packings are sent to these connectors. `ports`: those of the connector that stays, and of the one that is killed. */
export type World = Readonly<{
  app: TestApp
  admin: MadeAccount
  models: Models
  ports: Readonly<{ steady: () => number; killed: () => number }>
}>

/** The devices of one packing, which are of an organisation of their own. */
export type Sent = Readonly<{
  series: Series
  packing: Packing
  organisationId: string
  /** The account that may acknowledge, and is told. */
  keeper: MadeAccount
  devices: Readonly<Record<Role, Made>>
}>

/** A busy machine needs this long for thousands of messages. */
const settledMs = 300_000

export async function makeWorld(app: TestApp, ports: World['ports']): Promise<World> {
  const admin = await make.account(app, { role: 'administrator' })
  const model = (kind: 'cooler' | 'oven', nodeType: 'direct' | 'sub-device' | 'gateway') =>
    make.product(app, { kind, nodeType, model: kind === 'cooler' ? refrigerator : combiOven })
  const models: Models = {
    direct: { cooler: await model('cooler', 'direct'), oven: await model('oven', 'direct') },
    sub: { cooler: await model('cooler', 'sub-device'), oven: await model('oven', 'sub-device') },
    gateway: await model('cooler', 'gateway'),
  }
  const nothing = { en: '', zh: '' }
  for (const { id } of [models.direct.cooler, models.sub.cooler]) {
    const described = {
      id: null,
      updatedAt: null,
      productId: id,
      identifier: 'DoorOpenLong',
      code: '',
      severity: 'minor' as const,
      category: 'door' as const,
      name: { en: 'Door open for long', zh: '门长时间未关' },
      reason: nothing,
      remedy: nothing,
      partNumber: '',
      endsWhen: { identifier: 'DoorState', is: 'equal' as const, value: 0 },
    }
    const { status, envelope } = await app.ask(faultCodeApi.saveCode, described, { token: admin.token })
    if (status !== 200) throw new Error(`The end of the door's alarm could not be described: ${envelope.msg}`)
  }
  return { app, admin, models, ports }
}

type Going = Readonly<{ sent: Sent; lines: Readonly<Record<Role, Line>>; ways: Readonly<Record<Role, Way>> }>

/** Sends packings at once, each in its order: the steps before sealing, the days sealed, and the rest. */
export async function sendAll(
  world: World,
  series: Series,
  packings: readonly Packing[],
  /** Called after each step of a packing whose connector is killed. */
  onKilledStep: () => void = () => undefined,
  /** Called before anything is sent. */
  onBegin: (sent: Sent) => void = () => undefined,
): Promise<readonly Sent[]> {
  const { app } = world
  const going = await Promise.all(packings.map((packing) => begin(world, series, packing)))
  for (const { sent } of going) onBegin(sent)
  const takeSome = (from: (packing: Packing) => readonly Step[]) =>
    Promise.all(
      going.map((one) =>
        take(world, one, from(one.sent.packing), one.sent.packing.isKilled ? onKilledStep : () => undefined),
      ),
    )
  await takeSome(({ steps, beforeSeal }) => steps.slice(0, beforeSeal))
  await sealHistory(app.db, app.clock.now())
  await takeSome(({ steps, beforeSeal }) => steps.slice(beforeSeal))
  for (const { lines } of going) for (const line of new Set(Object.values(lines))) await line.leave()
  await settled(world)
  return going.map(({ sent }) => sent)
}

async function begin(world: World, series: Series, packing: Packing): Promise<Going> {
  const { app, models, ports } = world
  const { id: organisationId } = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId })
  const createdAt = series.from - dayMs
  const device = (kind: 'cooler' | 'oven') => {
    const { id, productKey } = models[packing.isOverGateway ? 'sub' : 'direct'][kind]
    return make.device(app, { kind, productId: id, productKey, organisationId, createdAt })
  }
  const devices = { calm: await device('cooler'), busy: await device('cooler'), oven: await device('oven') }
  const sent: Sent = { series, packing, organisationId, keeper, devices }
  const port = packing.isKilled ? ports.killed : ports.steady
  const triples = { calm: tripleOf(devices.calm), busy: tripleOf(devices.busy), oven: tripleOf(devices.oven) }
  if (!packing.isOverGateway) {
    const line = (role: Role) => openLine(port, triples[role])
    const way = (role: Role): Way => ({ self: triples[role], gateway: undefined })
    return {
      sent,
      lines: { calm: line('calm'), busy: line('busy'), oven: line('oven') },
      ways: { calm: way('calm'), busy: way('busy'), oven: way('oven') },
    }
  }
  const { id: productId, productKey } = models.gateway
  const gateway = await make.device(app, { kind: 'cooler', productId, productKey, organisationId, createdAt })
  const line = openLine(port, tripleOf(gateway), (connection) => logIn(connection, gateway, Object.values(devices)))
  const way = (role: Role): Way => ({ self: triples[role], gateway: tripleOf(gateway) })
  return {
    sent,
    lines: { calm: line, busy: line, oven: line },
    ways: { calm: way('calm'), busy: way('busy'), oven: way('oven') },
  }
}

/** Adds and logs in the sub-devices, which a gateway does on each connection. */
async function logIn(connection: FakeDevice, gateway: Made, subs: readonly Made[]): Promise<void> {
  const all = subs.map((sub) => signed(sub))
  const added = await ask(connection, own(gateway, 'thing/topo/add'), all)
  if (added.code !== 200) throw new Error(`The gateway could not add its sub-devices: ${added.code}`)
  for (const each of all) {
    const { code } = await ask(connection, session(gateway, 'login'), each)
    if (code !== 200) throw new Error(`A sub-device could not log in: ${code}`)
  }
}

async function take(
  world: World,
  { sent, lines, ways }: Going,
  steps: readonly Step[],
  onStep: () => void,
): Promise<void> {
  for (const step of steps) {
    onStep()
    if (step.do === 'send') await lines[step.message.role].publish(payloadOf(step.message, ways[step.message.role]))
    else if (step.do === 'cut') await lines[step.role].cut()
    else if (step.do === 'wait') {
      for (const line of new Set(Object.values(lines))) await line.flush()
      await settled(
        world,
        Object.values(sent.devices).map(({ id }) => id),
      )
    } else if (step.do === 'look') {
      for (const line of new Set(Object.values(lines))) await line.flush()
      await step.look()
    } else {
      const line = lines[step.role]
      // Repeated messages were already acknowledged, and arrive over another connection.
      await line.flush()
      await line.cut()
      for (const message of step.messages) await line.publish(payloadOf(message, ways[step.role]))
    }
  }
  for (const line of new Set(Object.values(lines))) await line.flush()
}

/** Waits until all changes have become records, and nothing is due; for some devices, or for all. */
async function settled({ app }: World, deviceIds?: readonly string[]): Promise<void> {
  await until(
    'nothing to be left to do',
    async () => {
      const now = new Date(app.clock.now()).toISOString()
      const [changes, due] = await Promise.all([
        app.db
          .selectFrom('faultChange')
          .select('seq')
          .$if(deviceIds !== undefined, (query) => query.where('deviceId', 'in', deviceIds ?? []))
          .limit(1)
          .execute(),
        app.db
          .selectFrom('faultWait')
          .select('kind')
          .where('dueAt', '<=', now)
          .$if(deviceIds !== undefined, (query) => query.where('deviceId', 'in', deviceIds ?? []))
          .limit(1)
          .execute(),
      ])
      return changes.length + due.length === 0
    },
    settledMs,
  )
}
