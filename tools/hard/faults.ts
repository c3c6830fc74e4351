import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deviceApi } from '@brigade/contract/device/device.endpoints.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { startMosquitto } from '@brigade/server/testing/mosquitto.ts'
import { testClock } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { startWholeProgram, type WholeProgram } from '../../e2e/support/whole-program.ts'
import { judgeDevice, noFaults, type Checked, type Faults } from './faults/judge-device.ts'
import { readRecords } from './faults/read-records.ts'

/**
 * A fleet that lives and takes commands while, again and again and over each other, the broker, the database and the gateway
 * are killed and clocks of devices jump. Afterwards everything the server says of each device is held against what the device
 * itself wrote down.
 */

export type FaultOptions = Readonly<{ devices: number; minutes: number; external: boolean }>
export const faultDefaults = { devices: 500, minutes: 10 } as const

/** Between two faults of one kind, at least and at most. */
const gapMs = { from: 20_000, to: 45_000 }
/** After the last fault: all are back, and every command's 60 s are over. */
const settleMs = 80_000

const simulator = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))
const tell = fileURLToPath(new URL('../../simulator/src/tell.ts', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const between = (from: number, to: number) => from + Math.random() * (to - from)

type Made = Readonly<{ id: string; sn: string; kind: 'oven' | 'cooler' }>
type Fleet = Readonly<{ devices: readonly Made[]; token: string; folder: string; process: ChildProcess }>

async function startFleet(program: WholeProgram, folder: string, mqttUrl: string, count: number): Promise<Fleet> {
  const database = await program.openDatabase()
  const devices: Made[] = []
  const credentials = []
  try {
    const app = { db: database.db, clock: testClock(), settings: program.settings }
    for (let number = 0; number < count; number += 1) {
      const kind = number % 5 < 3 ? 'oven' : 'cooler'
      const made = await make.device(app, { kind, sn: `FAULT${String(number).padStart(4, '0')}` })
      devices.push({ id: made.id, sn: made.sn, kind })
      credentials.push({ productKey: made.productKey, deviceName: made.sn, deviceSecret: made.secret, kind })
    }
    const { token } = await make.account(app, { role: 'administrator' })
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'devices.json'), JSON.stringify(credentials))
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', simulator, '--credentials', path.join(folder, 'devices.json')],
      {
        env: { ...process.env, MQTT_URL: mqttUrl, DATA_DIR: folder, RECORD_DIR: path.join(folder, 'records') },
        stdio: 'ignore',
      },
    )
    return { devices, token, folder, process: child }
  } finally {
    await database.close()
  }
}

/** Sends commands by HTTP to whatever device comes, until stopped; refusals (offline, away) are part of it. */
function keepCommanding(program: WholeProgram, { devices, token }: Fleet) {
  const state = { isStopped: false, accepted: 0 }
  const run = async () => {
    while (!state.isStopped) {
      const device = devices[Math.floor(Math.random() * devices.length)]
      if (device === undefined) return
      const call = device.kind === 'oven' ? deviceApi.sendCommand : deviceApi.coolerSendCommand
      const params =
        device.kind === 'oven'
          ? { FanSpeed: 30 + Math.floor(Math.random() * 8) * 10 }
          : { Light: Math.round(Math.random()) }
      const answer = await fetch(program.url + call.path, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'property.set', deviceId: device.id, params, password: testPassword }),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined)
      if (answer?.ok === true) state.accepted += 1
      await wait(700)
    }
  }
  const running = run()
  return {
    stop: async () => {
      state.isStopped = true
      await running
      return state.accepted
    },
  }
}

const obey = (folder: string, words: readonly string[]) =>
  new Promise<void>((resolve) => {
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', tell, '--data-dir', folder, ...words], {
      stdio: 'ignore',
    }).once('exit', () => resolve())
  })

/** Every kind on its own, over each other, until the time is over. Answers how often each came. */
async function causeFaults(
  program: WholeProgram,
  fleet: Fleet,
  untilMs: number,
  killBroker: (() => Promise<void>) | undefined,
): Promise<{ counts: Record<string, number>; brokerKills: number[] }> {
  const counts: Record<string, number> = {}
  const brokerKills: number[] = []
  const again = async (name: string, cause: () => Promise<void> | void) => {
    for (;;) {
      await wait(between(gapMs.from, gapMs.to))
      if (Date.now() > untilMs) return
      try {
        await cause()
        counts[name] = (counts[name] ?? 0) + 1
      } catch {
        // It is down from the fault before: the next round.
      }
    }
  }
  const jump = async () => {
    const some = Array.from({ length: 8 }, () => fleet.devices[Math.floor(Math.random() * fleet.devices.length)])
    for (const device of some)
      if (device !== undefined) await obey(fleet.folder, [device.sn, 'clock', String(Math.round(between(-7200, 7200)))])
  }
  await Promise.all([
    again('gateway kill', () => program.kill(['gateway'])),
    again('database kill', () => program.kill(['database'])),
    again('api and worker kill', () => program.kill(['api', 'worker'])),
    again('clocks jump', jump),
    ...(killBroker === undefined
      ? []
      : [
          again('broker kill', async () => {
            brokerKills.push(Date.now())
            await killBroker()
          }),
        ]),
  ])
  // Clocks are put right, as a network's time would.
  for (const { sn } of fleet.devices)
    if (counts['clocks jump'] !== undefined) await obey(fleet.folder, [sn, 'clock', '0'])
  return { counts, brokerKills }
}

async function judge(program: WholeProgram, fleet: Fleet, brokerKills: readonly number[], isConnectedChecked: boolean) {
  const faults: Faults = { ...noFaults }
  const checked: Checked = { values: 0, events: 0, commands: 0 }
  const database = await program.openDatabase()
  try {
    const judging = { db: database.db, brokerKills, endedAt: Date.now() - 5000 }
    for await (const record of readRecords(path.join(fleet.folder, 'records')))
      await judgeDevice(judging, record, faults, checked)
  } finally {
    await database.close()
  }
  if (!isConnectedChecked) faults.wrongOnline = 0
  return { faults, checked }
}

/** How many devices the server says are online, and how many say so themselves. */
async function compareOnline(
  program: WholeProgram,
  fleet: Fleet,
): Promise<{ server: number; devices: number; differ: number }> {
  const database = await program.openDatabase()
  try {
    const rows = await database.db
      .selectFrom('deviceIndex')
      .innerJoin('device', 'device.id', 'deviceIndex.deviceId')
      .select(['device.sn', 'deviceIndex.online'])
      .execute()
    const online = new Map(rows.map(({ sn, online: is }) => [sn, is]))
    const counted = { server: rows.filter((row) => row.online).length, devices: 0, differ: 0 }
    for await (const { deviceName, isConnected } of readRecords(path.join(fleet.folder, 'records'))) {
      if (isConnected) counted.devices += 1
      if (online.get(deviceName) !== isConnected) counted.differ += 1
    }
    return counted
  } finally {
    await database.close()
  }
}

/** Prints what it did and found; answers whether all was true. */
export async function causeAllFaults({ devices, minutes, external }: FaultOptions): Promise<boolean> {
  let mosquitto = external ? await startMosquitto() : undefined
  const program = await startWholeProgram(undefined, {
    // Beside another whole program.
    HTTP_PORT: '18480',
    MQTT_PORT: '18840',
    ...(mosquitto === undefined ? {} : { MQTT_URL: mosquitto.url }),
  })
  const mqttUrl = mosquitto?.url ?? `mqtt://127.0.0.1:${program.mqttPort}`
  const folder = path.join(program.settings.dataDir, 'fleet')
  const fleet = await startFleet(program, folder, mqttUrl, devices)
  const port = mosquitto?.port
  const killBroker =
    mosquitto === undefined
      ? undefined
      : async () => {
          await mosquitto?.[Symbol.asyncDispose]()
          await wait(2000)
          mosquitto = await startMosquitto({ port })
        }
  try {
    await until('the fleet to be online', async () => (await compareOnline(program, fleet)).server === devices, 180_000)
    say(`${devices} devices are online; ${minutes} minutes of faults`)
    const commanding = keepCommanding(program, fleet)
    const { counts, brokerKills } = await causeFaults(program, fleet, Date.now() + minutes * 60_000, killBroker)
    for (const [name, count] of Object.entries(counts)) say(`  ${name}: ${count}`)
    const accepted = await commanding.stop()
    await wait(settleMs)
    const online = await compareOnline(program, fleet)
    say(`  online: ${online.server} by the server, ${online.devices} by themselves, ${online.differ} differ`)
    fleet.process.kill('SIGTERM')
    await new Promise((resolve) => fleet.process.once('exit', resolve))
    await until('the fleet to be offline', async () => (await compareOnline(program, fleet)).server === 0, 60_000)
    const { faults, checked } = await judge(program, fleet, brokerKills, true)
    faults.wrongOnline += online.differ
    say(
      `  checked: ${checked.values} values, ${checked.events} events, ${checked.commands} commands (${accepted} accepted)`,
    )
    for (const [name, count] of Object.entries(faults)) say(`  ${name}: ${count}`)
    const { lostWithBroker: _brokers, ...ours } = faults
    return checked.values > 0 && checked.commands > 0 && Object.values(ours).every((count) => count === 0)
  } finally {
    fleet.process.kill('SIGKILL')
    await program.stop()
    await mosquitto?.[Symbol.asyncDispose]()
  }
}
