import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import {
  addVersion,
  approve,
  draftOf,
  startRollout,
  taskOf,
  type Rollout,
} from '@brigade/server/testing/firmware/rollout.ts'
import { makeOnline } from '@brigade/server/testing/firmware/stand-ins.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { sql } from 'kysely'
import { verifyTasks, type TaskFigures } from './rollout/verify-tasks.ts'
import { lingering } from './rollout/lingering.ts'
import { startMqttFleet } from './rollout/mqtt-fleet.ts'
import { startProcesses, type Processes } from './rollout/processes.ts'
import { startFleetWithoutSockets } from './rollout/without-sockets.ts'
import { whileDatabaseIsAway } from './rollout/while-database-is-away.ts'

/**
 * Runs rollouts with a fifth of the devices in trouble while processes are killed again and again: some devices use real MQTT, and many
 * have no sockets and send their messages through the link's entry. Their figures are printed separately, because the second group has no
 * connections.
 */
export type RolloutOptions = Readonly<{
  /** Without sockets. Before them a tenth of it, to compare the memory of a worker. */
  devices: number
  mqttDevices: number
  /** For which those over MQTT are upgraded from version to version. */
  minutes: number
  killEverySeconds: number
}>
export const rolloutDefaults: RolloutOptions = {
  devices: 100_000,
  mqttDevices: 2000,
  minutes: 10,
  killEverySeconds: 20,
}

const rate = 10_000
const models = 4
const pollMs = 1000
/** Of devices without sockets. */
const longestMs = hourMs
const print = (line: string) => void process.stdout.write(`${line}\n`)
const settingsFor = (cap: number) => ({ FOTA_CONCURRENT: String(cap), DEVICE_URL: 'https://devices.example.com' })

/**
 * The same app with calls that are sent again while the database is away. A call that was carried out although its answer was lost is
 * refused as stale (409), which `startTask` finds out by the task itself. Any other refusal ends the run with its reason.
 */
function patient(app: TestApp): TestApp {
  const ask: TestApp['ask'] = async (endpoint, input, options) => {
    for (;;) {
      const answer = await app.ask(endpoint, input, options)
      const { status, envelope } = answer
      if (status === 200 || status === 409) return answer
      if (status !== 503) throw new Error(`${endpoint.path} was answered with ${status}: ${envelope.msg}`)
      await wait(pollMs)
    }
  }
  return { ...app, ask }
}

async function startTask(rollout: Rollout, versionId: string, sources: string[]): Promise<string> {
  const { app, engineer } = rollout
  const plan = { ratePerMinute: rate, allowUnknown: false, allowDowngrade: false, allowArchived: false }
  const draft = { ...draftOf(rollout, [versionId], { type: 'version', sources, plan }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, engineer)).envelope.data
  await approve(rollout, id)
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, engineer)
  await until(`task ${id} to run`, async () => (await taskOf(rollout, id)).status !== 'ENABLE', 120_000)
  return id
}

/**
 * Waits until no device works on an upgrade any more, and the waiting ones wait for another attempt; returns false if
 * it takes too long. It polls seldom, because the query reads the rows of all devices.
 */
async function settled({ db }: TestApp, taskIds: readonly string[], giveUpAt: number): Promise<boolean> {
  const open = sql<{ open: boolean }>`
    select exists (select from upgrade_device where task_id = any(${taskIds}::bigint[]) and (state in
      ('planned', 'offering', 'offered', 'downloading', 'installing') or (state = 'waiting' and tries = 0))) as open`
  while (performance.now() < giveUpAt) {
    const { rows } = await whileDatabaseIsAway(() => open.execute(db))
    if (rows[0]?.open === false) return true
    await wait(pollMs)
  }
  return false
}

/** Returns the number of devices of all tasks by state and reason. */
async function statesOf(app: TestApp): Promise<string> {
  const { db } = app
  const { rows } = await sql<{ state: string; count: number }>`
    select state || coalesce(' (' || reason || ')', '') as state, count(*)::int as count from upgrade_device
    where state <> 'excluded' group by 1 order by 2 desc`.execute(db)
  const states = rows.map(({ state, count }) => `${count} ${state}`).join(', ')
  return [states, ...(await lingering(app))].join('\n      ')
}

/** Kills one process after the other until the work is done; answers how often, and the memory of the largest worker. */
async function whileKilling(
  processes: Processes,
  everySeconds: number,
  work: Promise<void>,
  progress: () => Promise<string>,
) {
  let [isDone, kills, largest] = [false, 0, 0]
  const began = performance.now()
  const done = work.finally(() => {
    isDone = true
  })
  const watching = (async () => {
    let next = performance.now() + everySeconds * 1000
    while (!isDone) {
      largest = Math.max(largest, processes.largestWorker())
      if (performance.now() > next) {
        const killed = await processes.killNext()
        kills += 1
        print(`    after ${Math.round((performance.now() - began) / 1000)} s killed ${killed}: ${await progress()}`)
        next = performance.now() + everySeconds * 1000
      }
      await Promise.race([wait(1000), done.catch(() => undefined)])
    }
  })()
  await Promise.all([done, watching])
  return { kills, largest: Math.round(largest) }
}

function report(what: string, cap: number, { atOnce, inMinute, twice, short, ended, live }: TaskFigures): boolean {
  print(`  ${ended} ended, ${live} wait for another attempt`)
  print(
    `  at most ${atOnce} on their way at once (cap ${cap}), ${inMinute} offers of a task in its fullest minute (rate ${rate})`,
  )
  print(`  ${twice} with two final states, ${short} successes with fewer bytes than the file`)
  const holds = atOnce <= cap && inMinute <= rate && twice === 0 && short === 0
  print(`  ${what}: ${holds ? 'held' : 'DID NOT HOLD'}`)
  return holds
}

// Devices over MQTT ----------------------------------------------------------------------------------------------------

async function overMqtt({ mqttDevices, minutes, killEverySeconds }: RolloutOptions): Promise<boolean> {
  const cap = 400
  const settings = settingsFor(cap)
  const app = patient(await startTestApp({ roles: ['api'], settings }))
  const processes = await startProcesses(app, ['connector', 'worker', 'api', 'worker'], settings)
  try {
    const rollout = await startRollout(app)
    await makeOnline(app, { productId: rollout.productId, count: mqttDevices, version: '1.0.0' })
    await app.db.updateTable('deviceState').set({ online: false }).execute()
    const rows = await app.db.selectFrom('device').select('sn').orderBy('id').execute()
    const triples = rows.map(({ sn }) => ({ productKey: rollout.productKey, deviceName: sn, deviceSecret: 'secret' }))
    const fleet = startMqttFleet({ triples, port: processes.port, url: processes.url })
    await until('nearly all to be connected', () => fleet.connected() >= mqttDevices * 0.95, 120_000)
    const giveUpAt = performance.now() + minutes * minuteMs
    const taskIds: string[] = []
    const versions: string[] = []
    const rolling = async () => {
      for (let round = 1; performance.now() < giveUpAt; round += 1) {
        const number = `01.02.${String(round).padStart(2, '0')}`
        const version = await addVersion(rollout, number, { bytes: 20_000 })
        const id = await startTask(rollout, version.id, ['1.0.0', '7.7.7', ...versions])
        taskIds.push(id)
        versions.push(number)
        await settled(app, [id], giveUpAt + 120_000)
        const { updatedAt, status } = await taskOf(rollout, id)
        if (status === 'START')
          await app.ask(upgradeTaskApi.withdraw, { id, updatedAt, password: testPassword }, rollout.engineer)
      }
    }
    const began = performance.now()
    const { kills, largest } = await whileKilling(processes, killEverySeconds, rolling(), () =>
      whileDatabaseIsAway(() => statesOf(app)),
    )
    const seconds = Math.round((performance.now() - began) / 1000)
    await fleet.stop()
    const lost = await whileDatabaseIsAway(() => countLost(app, fleet.acknowledged()))
    print(`${mqttDevices} devices over real MQTT, a fifth in trouble, ${taskIds.length} versions one after the other:`)
    print(
      `  ${seconds} s, ${kills} kills of connector, api and workers; ${fleet.offers()} offers received; largest worker ${largest} MB`,
    )
    print(`  ${fleet.repeated()} offers twice over one connection, ${lost} acknowledged versions without their success`)
    const holds = report('over MQTT', cap, await whileDatabaseIsAway(() => verifyTasks(app, taskIds)))
    return holds && fleet.repeated() === 0 && lost === 0
  } finally {
    processes.stop()
    await app.stop()
  }
}

/** Devices with an acknowledged report of a target that their row does not show. */
async function countLost({ db }: TestApp, acknowledged: ReadonlyMap<string, string>): Promise<number> {
  const [sns, versions] = [[...acknowledged.keys()], [...acknowledged.values()]]
  const { rows } = await sql<{ lost: number }>`
    select count(*)::int as lost from unnest(${sns}::text[], ${versions}::text[]) as acknowledged (sn, version) join device d on d.sn = acknowledged.sn
    where not exists (select from upgrade_device u join firmware_version v on v.id = u.version_id
      where u.device_id = d.id and v.reported_as = acknowledged.version and u.state = 'succeeded')`.execute(db)
  return rows[0]?.lost ?? 0
}

// Devices without sockets ----------------------------------------------------------------------------------------------

type Without = Readonly<{ holds: boolean; largest: number }>
async function withoutSockets(devices: number, killEverySeconds: number): Promise<Without> {
  const cap = 4000
  const settings = settingsFor(cap)
  const app = patient(await startTestApp({ roles: ['api'], settings }))
  const processes = await startProcesses(app, ['worker', 'api', 'worker'], settings)
  try {
    // A task has a rate: several at once are quicker.
    const rollouts: Rollout[] = []
    for (let model = 0; model < models; model += 1) {
      const rollout = await startRollout(app)
      const count = Math.ceil(devices / models)
      await makeOnline(app, { productId: rollout.productId, count, version: '1.0.0', prefix: `R${model}-` })
      rollouts.push(rollout)
    }
    const fleet = await startFleetWithoutSockets(app, processes.url)
    const taskIds: string[] = []
    for (const rollout of rollouts) {
      const version = await addVersion(rollout, '01.02.00', { bytes: 2000 })
      taskIds.push(await startTask(rollout, version.id, ['1.0.0']))
    }
    const began = performance.now()
    const settling = settled(app, taskIds, began + longestMs).then((isSettled) => {
      if (!isSettled) throw new Error('Some devices are still at work after an hour')
    })
    const work = Promise.race([settling, fleet.failed])
    const { kills, largest } = await whileKilling(processes, killEverySeconds, work, () =>
      whileDatabaseIsAway(() => statesOf(app)),
    )
    const seconds = Math.round((performance.now() - began) / 1000)
    await fleet.stop()
    const figures = await whileDatabaseIsAway(() => verifyTasks(app, taskIds))
    print(`${fleet.devices} devices without sockets, through the link's entry, a fifth in trouble:`)
    print(`  ${seconds} s, ${kills} kills of workers and api; ${fleet.offers()} offers; largest worker ${largest} MB`)
    return { holds: report('without sockets', cap, figures), largest }
  } finally {
    processes.stop()
    await app.stop()
  }
}

/** Returns whether every check held. */
export async function rollOut(options: RolloutOptions): Promise<boolean> {
  const mqtt = options.mqttDevices === 0 || (await overMqtt(options))
  if (options.devices === 0) return mqtt
  const few = await withoutSockets(Math.ceil(options.devices / 10), options.killEverySeconds)
  const many = await withoutSockets(options.devices, options.killEverySeconds)
  const ratio = many.largest / few.largest
  print(
    `Memory of the largest worker: ${many.largest} MB against ${few.largest} MB at a tenth of the devices, ${ratio.toFixed(2)}x (at most 1.5)`,
  )
  return mqtt && few.holds && many.holds && ratio <= 1.5
}
