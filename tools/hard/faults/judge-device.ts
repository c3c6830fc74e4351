import { sql } from 'kysely'
import { alinkLimits } from '@brigade/contract/device/alink.model.ts'
import type { OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import type { DeviceRecord, Told } from './read-records.ts'

type Db = OpenedDatabase['db']

/** What was found wrong, by kind; all of it zero is what is wished for. */
export const noFaults = {
  /** Values and events that were acknowledged and are not there. */
  lost: 0,
  /** Acknowledged by an external broker less than two seconds before it was killed: its own loss. */
  lostWithBroker: 0,
  /** Values of the device's own time that it never reported. */
  invented: 0,
  doubledEvents: 0,
  /** The shadow shows another value than the last acknowledged report. */
  staleShadow: 0,
  wrongOnline: 0,
  /** Commands that are open although their time is over, or say something else than the device. */
  wrongCommand: 0,
  commandTwice: 0,
}
export type Faults = typeof noFaults
export type Checked = { values: number; events: number; commands: number }

const brokerLossMs = 2000
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Device time counts where it lies within what is believed (alink.md 3), and then to the millisecond. */
const isBelieved = ({ time, at }: Told) =>
  time >= at - alinkLimits.deviceTimePastMs + 60_000 && time <= at + alinkLimits.deviceTimeAheadMs - 60_000

type Judging = Readonly<{ db: Db; brokerKills: readonly number[]; endedAt: number }>

/** Holds one device's own record against ledger, shadow, history, events and online state; adds to `faults`. */
export async function judgeDevice(
  { db, brokerKills, endedAt }: Judging,
  record: DeviceRecord,
  faults: Faults,
  checked: Checked,
): Promise<void> {
  const device = await db
    .selectFrom('device')
    .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'device.id')
    .innerJoin('deviceShadow', 'deviceShadow.deviceId', 'device.id')
    .where('device.sn', '=', record.deviceName)
    .select(['device.id', 'deviceIndex.online', 'deviceShadow.reported'])
    .executeTakeFirst()
  if (device === undefined) return
  if (device.online !== record.isConnected) faults.wrongOnline += 1

  const lose = (acknowledgedAt: number) => {
    const isBrokers = brokerKills.some((at) => acknowledgedAt <= at && at - acknowledgedAt < brokerLossMs)
    if (isBrokers) faults.lostWithBroker += 1
    else faults.lost += 1
  }

  const stored = await sql<{ identifier: string; ms: string; value: unknown; deviceTime: boolean }>`
    select p.identifier, round(extract(epoch from h.time) * 1000)::text as ms,
      coalesce(to_jsonb(h.number), to_jsonb(h.text)) as value, h.device_time
    from device_history h join property_identifier p on p.id = h.property_id
    where h.device_id = ${device.id}`.execute(db)
  const byTime = new Map(stored.rows.map((row) => [`${row.identifier}@${row.ms}`, row.value]))
  const reported = new Set(record.told.map(({ identifier, time }) => `${identifier}@${Math.round(time)}`))
  for (const told of record.told) {
    if (told.acknowledgedAt === null || !isBelieved(told)) continue
    checked.values += 1
    if (!byTime.has(`${told.identifier}@${Math.round(told.time)}`)) lose(told.acknowledgedAt)
  }
  for (const { identifier, ms, deviceTime } of stored.rows)
    if (deviceTime && !reported.has(`${identifier}@${ms}`)) faults.invented += 1

  const last = new Map<string, Told>()
  for (const told of record.told) if (!told.isPast && told.acknowledgedAt !== null) last.set(told.identifier, told)
  const later = new Set(record.told.filter((told) => told.acknowledgedAt === null).map(({ identifier }) => identifier))
  for (const [identifier, told] of last) {
    // What came after it unacknowledged may be there or not.
    if (!later.has(identifier) && !same(device.reported[identifier]?.v, told.value)) faults.staleShadow += 1
  }

  const events = await sql<{ identifier: string; ms: string; count: number }>`
    select identifier, round(extract(epoch from time) * 1000)::text as ms, count(*)::int as count
    from device_event where device_id = ${device.id} group by 1, 2`.execute(db)
  const eventCount = new Map(events.rows.map((row) => [`${row.identifier}@${row.ms}`, row.count]))
  const eventsTold = Map.groupBy(record.events, ({ event, time }) => `${event}@${Math.round(time)}`)
  for (const [key, told] of eventsTold) {
    const count = eventCount.get(key) ?? 0
    const [first] = told
    const acknowledgedAt = told.find((one) => one.acknowledgedAt !== null)?.acknowledgedAt
    checked.events += 1
    if (count > told.length) faults.doubledEvents += 1
    if (count === 0 && first !== undefined && typeof acknowledgedAt === 'number') lose(acknowledgedAt)
  }

  const ledger = await db
    .selectFrom('command')
    .where('deviceId', '=', device.id)
    .select(['id', 'status', 'code', 'deadlineAt'])
    .execute()
  for (const { id, status, code, deadlineAt } of ledger) {
    checked.commands += 1
    const own = record.commands.get(id)
    if ((own?.heard ?? 0) > 1) faults.commandTwice += 1
    const isOpen = ['created', 'sent', 'acknowledged'].includes(status)
    if (isOpen && Date.parse(deadlineAt) < endedAt) faults.wrongCommand += 1
    // An answer in the ledger is one that the device gave.
    if (code !== null && own?.answers.includes(code) !== true) faults.wrongCommand += 1
    if (status === 'succeeded' && code !== 200) faults.wrongCommand += 1
  }
}
