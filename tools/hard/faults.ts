import { minuteMs } from '../../contract/src/time.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { startWholeProgram, type WholeProgram } from '../../e2e/support/whole-program.ts'
import { startBroker, type Broker } from './faults/broker.ts'
import { readLateness } from './faults/lateness.ts'
import { newFindings } from './faults/findings.ts'
import { keepCommanding, keepHappening, makeFleet, obey, oneOf, type Fleet } from './faults/fleet.ts'
import { verifyDevice, type Verification } from './faults/verify-device.ts'
import { readRecords } from './faults/read-records.ts'

/**
 * Runs a fleet that receives commands while the broker, the database and the connector are killed again and again,
 * clocks of devices jump, and some devices freeze. Afterwards the server's data of each device is compared with the
 * device's own record.
 */

export type FaultOptions = Readonly<{ devices: number; minutes: number; external: boolean; keep: boolean }>
export const faultDefaults = { devices: 500, minutes: 10 } as const

/** Between two faults of one kind, at least and at most. */
const gapMs = { from: 20_000, to: 45_000 }
/** After the last fault: all are back, and every command's 60 s are over. */
const settleMs = 80_000
/**
 * The time until every state is known again. A killed broker reports no disconnects: silence is checked after 5
 * minutes.
 */
const onlineWithinMs = { embedded: 60_000, external: 400_000 }
/** Time in which a message that the broker acknowledged arrives after connector and database are back. */
const keptByBrokerMs = 120_000
/** Time in which a device that reconnected sends everything and gets it acknowledged. */
const allReportedMs = 30_000
/** Clocks jump by up to this much in both directions. */
const jumpSeconds = 7200
const jumpAtOnce = 8
/** Devices freeze for this long: shorter or longer than a command lasts, and than their keep-alive allows. */
const frozenSeconds = { from: 20, to: 130 }
const frozenAtOnce = 5
/** Minimum share of devices that must be online. */
const minOnline = 0.95

const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const between = (from: number, to: number) => from + Math.random() * (to - from)

/** Every kind on its own, over each other, until the time is over. */
async function causeFaults(
  program: WholeProgram,
  fleet: Fleet,
  untilMs: number,
  broker: Broker | undefined,
): Promise<Readonly<{ counts: ReadonlyMap<string, number>; happened: readonly string[] }>> {
  const counts = new Map<string, number>()
  const happened: string[] = []
  const again = async (name: string, cause: () => Promise<void> | void) => {
    counts.set(name, 0)
    for (;;) {
      await wait(between(gapMs.from, gapMs.to))
      if (Date.now() > untilMs) return
      try {
        happened.push(`${new Date().toISOString().slice(11, 23)} ${name}`)
        await cause()
        counts.set(name, (counts.get(name) ?? 0) + 1)
      } catch {
        // It is down from the fault before: the next round.
      }
    }
  }
  const jump = async () => {
    for (let number = 0; number < jumpAtOnce; number += 1)
      await obey(fleet, oneOf(fleet.devices).sn, 'clock', String(Math.round(between(-jumpSeconds, jumpSeconds))))
  }
  const freeze = async () => {
    for (let number = 0; number < frozenAtOnce; number += 1) {
      const { sn } = oneOf(fleet.devices)
      const seconds = Math.round(between(frozenSeconds.from, frozenSeconds.to))
      await obey(fleet, sn, 'freeze', String(seconds))
      fleet.frozen.set(sn, Date.now() + seconds * 1000)
    }
  }
  await Promise.all([
    again('connector kills', () => program.kill(['connector'])),
    again('database kills', () => program.kill(['database'])),
    again('api and worker kills', () => program.kill(['api', 'worker'])),
    again('clock jumps', jump),
    again('devices without a word', freeze),
    ...(broker === undefined ? [] : [again('broker kills', broker.kill)]),
  ])
  // Frozen devices resume.
  await wait(Math.max(0, ...[...fleet.frozen.values()].map((at) => at - Date.now())))
  // Clocks are put right, as a network's time would.
  for (const { sn } of fleet.devices) await obey(fleet, sn, 'clock', '0')
  return { counts, happened }
}

async function onlineByServer(program: WholeProgram): Promise<ReadonlySet<string>> {
  const database = await program.openDatabase()
  try {
    const rows = await database.db
      .selectFrom('deviceState')
      .innerJoin('device', 'device.id', 'deviceState.deviceId')
      .where('deviceState.online', '=', true)
      .select('device.sn')
      .execute()
    return new Set(rows.map(({ sn }) => sn))
  } finally {
    await database.close()
  }
}

/** Counts the devices whose online state on the server differs from their own. */
async function differingOnline(program: WholeProgram, fleet: Fleet): Promise<number> {
  const online = await onlineByServer(program)
  let differing = 0
  for await (const { deviceName, isConnected } of readRecords(fleet.records))
    if (online.has(deviceName) !== isConnected) differing += 1
  return differing
}

/** Nearly all devices are online, and the server agrees: some device is always offline by itself. */
async function isOnline(program: WholeProgram, fleet: Fleet): Promise<boolean> {
  const { size } = await onlineByServer(program)
  return size >= fleet.devices.length * minOnline && (await differingOnline(program, fleet)) === 0
}

/** Looks once a second, and returns after how many seconds it was true, or undefined if it was not in time. */
async function secondsUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<number | undefined> {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) return undefined
    await wait(1000)
  }
  return (performance.now() - startedAt) / 1000
}

async function verifyAll(
  program: WholeProgram,
  fleet: Fleet,
  how: Omit<Verification, 'db' | 'endedAt' | 'findings'>,
): Promise<boolean> {
  const findings = newFindings()
  const database = await program.openDatabase()
  try {
    const verification = { ...how, db: database.db, endedAt: Date.now() - 5000, findings }
    for await (const record of readRecords(fleet.records)) await verifyDevice(verification, record)
  } finally {
    await database.close()
  }
  for (const line of findings.lines()) printLine(line)
  return findings.isSound()
}

async function faultsAndJudgement(
  program: WholeProgram,
  fleet: Fleet,
  { devices, minutes, external }: FaultOptions,
  broker: Broker | undefined,
): Promise<boolean> {
  const withinMs = external ? onlineWithinMs.external : onlineWithinMs.embedded
  fleet.start()
  const cameSeconds = await secondsUntil(() => isOnline(program, fleet), 180_000)
  if (cameSeconds === undefined) throw new Error('The devices did not come online')
  printLine(`${devices} devices came online within ${cameSeconds.toFixed(0)} s; ${minutes} minutes of faults`)
  const accepted = new Map<string, string>()
  const going = [keepCommanding(program, fleet, accepted), keepHappening(fleet)]
  const { counts, happened } = await causeFaults(program, fleet, Date.now() + minutes * minuteMs, broker)
  for (const one of going) await one.stop()
  printLine(
    `  ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}; ${accepted.size} commands accepted`,
  )

  await wait(settleMs)
  const agreedSeconds = await secondsUntil(async () => (await differingOnline(program, fleet)) === 0, withinMs)
  const isOnlineTrue = agreedSeconds !== undefined
  printLine(
    isOnlineTrue
      ? `  online states agree ${(settleMs / 1000 + agreedSeconds).toFixed(0)} s after the last fault`
      : `  online states of ${await differingOnline(program, fleet)} devices do not agree`,
  )
  await fleet.stop()
  const wentSeconds = await secondsUntil(async () => (await onlineByServer(program)).size === 0, withinMs)
  printLine('After the faults:')
  const brokerLosses = broker?.losses(readLateness(fleet.records)) ?? []
  for (const { fromMs, toMs } of brokerLosses)
    printLine(`  broker killed: what it acknowledged for ${((toMs - fromMs) / 1000).toFixed(1)} s is its own to lose`)
  const verification = { brokerLosses, accepted, receivedLaterMs: external ? keptByBrokerMs : 0 }
  const isTrue = await verifyAll(program, fleet, { ...verification, isClockRight: false })

  // Values from a slow clock are older than those before, for the shadow too, until they are reported again.
  fleet.start()
  const isBack = await secondsUntil(() => isOnline(program, fleet), 180_000)
  await wait(allReportedMs)
  await fleet.stop()
  await secondsUntil(async () => (await onlineByServer(program)).size === 0, withinMs)
  printLine('After everybody came back once more, with the right time:')
  const isTrueAgain = await verifyAll(program, fleet, { ...verification, isClockRight: true })
  if (!isTrue || !isTrueAgain) for (const line of happened) printLine(`    ${line}`)
  return isOnlineTrue && wentSeconds !== undefined && isTrue && isBack !== undefined && isTrueAgain
}

/** Prints its actions and findings; returns whether all data was true. */
export async function causeAllFaults(options: FaultOptions): Promise<boolean> {
  const broker = options.external ? await startBroker() : undefined
  const program = await startWholeProgram(undefined, {
    // The ports are free beside another whole program, and beside the other mode.
    HTTP_PORT: broker === undefined ? '18480' : '18481',
    MQTT_PORT: '18840',
    ...(broker === undefined ? {} : { MQTT_URL: broker.url }),
  })
  const fleet = await makeFleet(program, broker?.url ?? `mqtt://127.0.0.1:${program.mqttPort}`, options.devices)
  try {
    return await faultsAndJudgement(program, fleet, options, broker)
  } finally {
    fleet.kill()
    if (options.keep) {
      await program.killAll()
      printLine(`  kept: ${program.settings.dataDir}`)
    } else await program.stop()
    await broker?.stop()
  }
}
