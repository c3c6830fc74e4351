import { minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { alinkLimits } from '@brigade/contract/link/alink.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import type { OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import type { Findings } from './findings.ts'
import { lateReceipts, wasSentToFrozen } from './late-receipts.ts'
import { possiblyHeld } from './possible-values.ts'
import type { DeviceRecord, ReportedValue, ReportedEvent } from './read-records.ts'

type Db = OpenedDatabase['db']

/**
 * Period in which a killed external broker may have lost acknowledged messages: from its last write to disk until the next
 * subscription.
 */
export type BrokerLoss = Readonly<{ fromMs: number; toMs: number }>

/** Commands known to both the sender and the ledger: the API answered them with their id. */
export type Accepted = ReadonlyMap<string, string>

export type Verification = Readonly<{
  db: Db
  brokerLosses: readonly BrokerLoss[]
  endedAt: number
  accepted: Accepted
  /** All clocks are right and every device has reported everything since: the shadow is exactly its last report. */
  isClockRight: boolean
  /** How long after its acknowledgement a message may be received. */
  receivedLaterMs: number
  findings: Findings
}>

/** Compares one device's own record with ledger, shadow, history, events and online state. */
export async function verifyDevice(verification: Verification, record: DeviceRecord): Promise<void> {
  const { db, findings } = verification
  const device = await db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'device.id')
    .where('device.sn', '=', record.deviceName)
    .select(['device.id', 'deviceState.online', 'deviceState.faultCode', 'deviceShadow.reported'])
    .executeTakeFirst()
  if (device === undefined) return findings.note('lost', record.deviceName, 'the device itself')
  if (device.online !== record.isConnected)
    findings.note('wrong online state', record.deviceName, device.online ? 'online' : 'offline')
  await verifyHistory(verification, record, device.id)
  verifyShadow(verification, record, device.reported ?? {})
  await verifyEvents(verification, record, device.id)
  await verifyFaults(verification, record, device)
  await verifyCommands(verification, record, device.id)
}

type Promised = Pick<ReportedValue, 'acknowledgedAt' | 'acknowledgedFrom' | 'isAnswered'>

/** Answered by the server, or acknowledged and not at the mercy of a broker that was killed. */
function isSure({ brokerLosses }: Verification, { acknowledgedAt, acknowledgedFrom, isAnswered }: Promised): boolean {
  if (isAnswered) return true
  if (acknowledgedAt === null) return false
  const from = acknowledgedFrom ?? acknowledgedAt
  return !brokerLosses.some(({ fromMs, toMs }) => acknowledgedAt >= fromMs && from <= toMs)
}

function lose(verification: Verification, deviceName: string, promised: Promised, words: string) {
  if (!isSure(verification, promised)) return verification.findings.excuse()
  const { acknowledgedAt, isAnswered } = promised
  const at = acknowledgedAt === null ? '' : ` acknowledged ${new Date(acknowledgedAt).toISOString()}`
  return verification.findings.note(
    'lost',
    deviceName,
    `${words},${at}${isAnswered ? ' answered' : ''}`,
    acknowledgedAt,
  )
}

/** Device time counts if it is within the believed range (alink.md 3), and then to the millisecond. */
const isBelieved = ({ time, at }: ReportedValue) =>
  time >= at - alinkLimits.deviceTimePastMs + minuteMs && time <= at + alinkLimits.deviceTimeAheadMs - minuteMs

/** Fields of a structure have no order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const textOf = (value: unknown) => JSON.stringify(value, inOrder)

/** History stores values that are not numbers as text, structures as JSON. */
const asKept = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'string' ? value : textOf(value)
const sameKept = (kept: unknown, value: unknown): boolean =>
  typeof kept === 'string' && typeof value === 'object' ? textOf(JSON.parse(kept)) === textOf(value) : kept === value

async function verifyHistory(
  verification: Verification,
  { deviceName, reportedValues }: DeviceRecord,
  deviceId: string,
) {
  const { db, findings } = verification
  const stored = await sql<{ identifier: string; ms: string; value: unknown; deviceTime: boolean }>`
    select p.identifier, round(extract(epoch from h.reported_at) * 1000)::text as ms,
      coalesce(to_jsonb(h.number), to_jsonb(h.text)) as value, h.device_time
    from device_history_value h join property_identifier p on p.id = h.property_id
    where h.device_id = ${deviceId}`.execute(db)
  const keyOf = ({ identifier, time }: ReportedValue) => `${identifier}@${Math.round(time)}`
  const byTime = new Set(stored.rows.map((row) => `${row.identifier}@${row.ms}`))
  for (const one of reportedValues) {
    if ((one.acknowledgedAt === null && !one.isAnswered) || !isBelieved(one)) continue
    findings.look('values')
    if (one.isAnswered) findings.look('answered values')
    if (!byTime.has(keyOf(one))) lose(verification, deviceName, one, `${keyOf(one)} = ${String(asKept(one.value))}`)
  }
  const reportedAt = Map.groupBy(reportedValues, keyOf)
  for (const { identifier, ms, value, deviceTime } of stored.rows) {
    const reported = reportedAt.get(`${identifier}@${ms}`) ?? []
    if (!deviceTime || !reported.some((one) => sameKept(value, one.value)))
      findings.note('invented', deviceName, `${identifier}@${ms} = ${String(value)}`)
  }
}

/** A value of a shadow with the times of the device and of its receipt. */
type Held = Readonly<{ v: unknown; t: number; s: number }>

/** A message that the broker kept for longer is late, whatever the machine had to do. */
const maxKeptMs = 600_000

/**
 * How long after its acknowledgement a held value was received, which depends on the load of broker, connector and
 * database, and on their kills.
 */
function keptMs(
  { findings, receivedLaterMs }: Verification,
  all: readonly ReportedValue[],
  held: Held | undefined,
): number {
  if (receivedLaterMs === 0 || held === undefined) return receivedLaterMs
  const from = all.findLast(
    ({ value, time }) => Math.floor(time) === held.t && textOf(value) === textOf(held.v),
  )?.acknowledgedAt
  if (from === undefined || from === null || held.s - from > maxKeptMs) return receivedLaterMs
  findings.late(held.s - from)
  return Math.max(receivedLaterMs, held.s - from)
}

function verifyShadow(
  verification: Verification,
  { deviceName, reportedValues, lives }: DeviceRecord,
  reported: Readonly<Record<string, Held>>,
) {
  const { findings, isClockRight } = verification
  const sure = (one: ReportedValue) => isSure(verification, one)
  for (const [identifier, all] of Map.groupBy(reportedValues, (one) => one.identifier)) {
    const fresh = all.filter(({ life }) => life === lives)
    const counted = isClockRight && fresh.some(sure) ? fresh : all
    const firstSure = counted.findIndex(sure)
    if (firstSure === -1) continue
    findings.look('shadow values')
    const held = reported[identifier]
    const possible = possiblyHeld(
      isClockRight ? counted.slice(firstSure) : counted,
      sure,
      keptMs(verification, all, held),
    )
    // A digest of recipes counts in the order of arrival, whatever its device time (decision 0100).
    const isOfAnyTime = identifier === recipeFunctions.heldDigest
    const isHeld = (one: Pick<ReportedValue, 'value' | 'time'>) =>
      textOf(one.value) === textOf(held?.v) && (isOfAnyTime || Math.floor(one.time) === held?.t)
    if (possible.some(isHeld)) continue
    const wanted = possible.map(({ value, time }) => `${textOf(value)}@${time}`).join(' or ')
    findings.note('wrong shadow', deviceName, `${identifier} is ${textOf(held)}, not ${wanted}`)
  }
}

async function verifyEvents(verification: Verification, { deviceName, events }: DeviceRecord, deviceId: string) {
  const { db, findings } = verification
  const stored = await sql<{ identifier: string; ms: string; count: number }>`
    select identifier, round(extract(epoch from occurred_at) * 1000)::text as ms, count(*)::int as count
    from device_event where device_id = ${deviceId} group by 1, 2`.execute(db)
  const counts = new Map(stored.rows.map((row) => [`${row.identifier}@${row.ms}`, row.count]))
  const reportedAt = Map.groupBy(events, ({ event, time }) => `${event}@${Math.round(time)}`)
  for (const [key, reported] of reportedAt) {
    const count = counts.get(key) ?? 0
    findings.look('events', reported.length)
    if (count > reported.length) findings.note('doubled events', deviceName, `${key}: ${count} of ${reported.length}`)
    const promised = reported.filter((one) => one.acknowledgedAt !== null || one.isAnswered)
    const missing = Math.max(0, promised.length - count)
    const surestLast = promised.toSorted((a, b) => Number(isSure(verification, a)) - Number(isSure(verification, b)))
    for (const one of surestLast.slice(0, missing)) lose(verification, deviceName, one, key)
  }
  for (const key of counts.keys()) if (!reportedAt.has(key)) findings.note('invented', deviceName, key)
}

/** Decides by the last message of the device on each code. */
async function verifyFaults(
  verification: Verification,
  { deviceName, events }: DeviceRecord,
  { id, faultCode }: Readonly<{ id: string; faultCode: string }>,
) {
  const { db, findings, isClockRight } = verification
  const rows = await db
    .selectFrom('deviceEvent')
    .where('deviceId', '=', id)
    .where('type', '=', 'error')
    .where('clearedAt', 'is', null)
    .select('code')
    .execute()
  const open = new Set(rows.map(({ code }) => code))
  const records = await db
    .selectFrom('faultOpen')
    .where('deviceId', '=', id)
    .where('type', '=', 'fault')
    .where('condition', '=', 'active')
    .select('code')
    .execute()
  const recorded = new Set(records.map(({ code }) => code))
  const reported = events.filter(({ event }) => event === 'Fault')
  const byCode = Map.groupBy(reported, ({ output }: ReportedEvent) => String(output['Code']))
  const isUnsure = (some: readonly ReportedEvent[]) => some.some((one) => !isSure(verification, one))
  for (const [code, own] of byCode) {
    if (isUnsure(own)) continue
    findings.look('faults')
    const isActive = own.at(-1)?.output['Active'] === 1
    if (open.has(code) !== isActive)
      findings.note('wrong faults', deviceName, `${code} is ${open.has(code) ? 'open' : 'cleared'}`)
    if (recorded.has(code) !== isActive)
      findings.note('wrong faults', deviceName, `${code} has ${recorded.has(code) ? 'an active record' : 'no record'}`)
  }
  if (isClockRight && !isUnsure(reported) && open.size > 0 !== (faultCode !== ''))
    findings.note('wrong faults', deviceName, `it shows "${faultCode}" with ${[...open].join(' ') || 'none'} open`)
}

function verifyReceipts(
  { findings }: Verification,
  { deviceName, commands, frozen }: DeviceRecord,
  command: Readonly<{ id: string; sentAt: string | null; deadlineAt: string }>,
) {
  if (wasSentToFrozen(command, frozen)) findings.look('frozen commands')
  const { fromBuffers, lateMs } = lateReceipts(command, commands.get(command.id)?.receipts ?? [])
  findings.look('from buffers', fromBuffers)
  for (const ms of lateMs)
    findings.note(
      'commands after their time',
      deviceName,
      `command ${command.id}, ${(ms / 1000).toFixed(1)} s after it`,
    )
}

/** Whether a device reported all values of a set between its sending and its end, whatever the reason: a lamp is on while a door is open, too. */
const wasReported = (
  { params, sentAt, finishedAt }: Readonly<{ params: object; sentAt: string | null; finishedAt: string | null }>,
  { reportedValues }: DeviceRecord,
): boolean =>
  sentAt !== null &&
  finishedAt !== null &&
  Object.entries(params).every(([identifier, wanted]) =>
    reportedValues.some(
      ({ identifier: of, value, at }) =>
        of === identifier && value === wanted && at >= Date.parse(sentAt) && at <= Date.parse(finishedAt),
    ),
  )

async function verifyCommands(verification: Verification, record: DeviceRecord, deviceId: string) {
  const { deviceName, commands } = record
  const { db, findings, endedAt, accepted } = verification
  const ledger = await db
    .selectFrom('command')
    .where('deviceId', '=', deviceId)
    .select([
      'id',
      'params',
      'status',
      'code',
      'deadlineAt',
      'acknowledgedAt',
      'sentAt',
      'finishedAt',
      'byReport',
      'sends',
    ])
    .execute()
  const wrong = (words: string) => findings.note('wrong commands', deviceName, words)
  for (const command of ledger) {
    const { id, status, code, deadlineAt, acknowledgedAt, sentAt, finishedAt, byReport, sends } = command
    findings.look('commands')
    const own = commands.get(id)
    const receivedTimes = own?.receipts.length ?? 0
    verifyReceipts(verification, record, { id, sentAt, deadlineAt })
    // A repeatable command arrives at most once over each connection.
    if (receivedTimes > Math.max(1, sends))
      findings.note('commands received twice', deviceName, `command ${id}, ${receivedTimes} times`)
    const isOpen = ['created', 'sent', 'acknowledged'].includes(status)
    if (isOpen && Date.parse(deadlineAt) < endedAt) wrong(`command ${id} is ${status} after its time`)
    if (receivedTimes > 0 && sentAt === null) wrong(`command ${id} was received and never sent`)
    if (receivedTimes === 0 && acknowledgedAt !== null) wrong(`command ${id} is acknowledged and was never received`)
    // An answer in the ledger is one that the device gave, and one that got through is in the ledger.
    if (code !== null && own?.answers.includes(code) !== true)
      wrong(`command ${id} has ${code}, which the device never sent`)
    const isGood = byReport ? wasReported(command, record) : code === 200 && status !== 'late'
    if ((status === 'succeeded') !== isGood) wrong(`command ${id} is ${status} by ${code}`)
    const acknowledged = own?.answerAcknowledged ?? null
    if (acknowledged === null) continue
    findings.look('answers')
    const promised = { acknowledgedAt: acknowledged.at, acknowledgedFrom: acknowledged.from, isAnswered: false }
    const ended = `${status}${byReport ? ' by a report' : ''} at ${finishedAt}, sent at ${sentAt}, deadline ${deadlineAt}`
    if (code === null) lose(verification, deviceName, promised, `the answer to command ${id}, which is ${ended}`)
  }
  const entered = new Set(ledger.map(({ id }) => id))
  for (const [id, sn] of accepted)
    if (sn === deviceName && !entered.has(id)) wrong(`command ${id} was accepted and is not there`)
  for (const id of commands.keys()) if (!entered.has(id)) wrong(`command ${id} was received and is not there`)
}
