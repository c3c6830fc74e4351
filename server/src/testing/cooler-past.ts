import { signalIdentifiers, type Signal, type SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { plantValues } from './history/plant-values.ts'

export const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs

/**
 * The reports of a refrigerator: it holds 4 °C between limits of 0 and 8 °C, defrosts every six hours for 20 minutes
 * and stays warm until 10 minutes later, is opened for a minute every two hours, and from one to half past two each
 * night (UTC) it reaches 11 °C.
 */
export function* coolerLife({
  from,
  to,
  everyMs,
}: {
  from: number
  to: number
  everyMs: number
}): Generator<SignalReport> {
  let [defrost, door] = [-1, -1]
  for (let at = from, index = 0; at < to; at += everyMs, index += 1) {
    if (index === 0) yield* [[at, 'setPoint', 4] as const, [at, 'high', 8] as const, [at, 'low', 0] as const]
    const ofDay = at % dayMs
    const intoDefrost = (at + 3 * hourMs) % (6 * hourMs)
    const isDefrost = Number(intoDefrost < 20 * minuteMs)
    if (isDefrost !== defrost) yield [at, 'defrost', (defrost = isDefrost)]
    const isOpen = Number((at + 40 * minuteMs) % (2 * hourMs) < minuteMs)
    if (isOpen !== door) yield [at, 'door', (door = isOpen)]
    const isWarm = intoDefrost < 30 * minuteMs
    const isNight = ofDay >= hourMs && ofDay < 2.5 * hourMs
    const wave = 4 + Math.sin(index / 7)
    yield [at, 'temperature', Math.round((isNight ? wave + 6 : isWarm ? wave + 5.5 : wave) * 10) / 10]
  }
}

/** Makes the day and month partitions for reports of this age. */
const makeRoom = async (db: Db, from: number, to: number) => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  await sql`select create_partitions(${day(from)}::date, ${day(to)}::date)`.execute(db)
}

/** Writes past reports to the same tables as present ones; some thousands at a time. */
export async function reportPast(db: Db, deviceId: string, reports: Iterable<SignalReport>): Promise<number> {
  const identifiers = Object.values(signalIdentifiers)
  await sql`insert into property_identifier (identifier) select unnest(${identifiers}::text[])
    on conflict do nothing`.execute(db)
  let written = 0
  let batch: SignalReport[] = []
  const flush = async () => {
    const [first, last] = [batch[0], batch.at(-1)]
    if (first === undefined || last === undefined) return
    await makeRoom(db, first[0], last[0])
    await plantValues(
      db,
      batch.map(([at, signal, value]) => ({ deviceId, at, identifier: identifierOf(signal), value })),
    )
    written += batch.length
    batch = []
  }
  for (const report of reports) {
    batch.push(report)
    if (batch.length >= 10_000) await flush()
  }
  await flush()
  return written
}

const identifierOf = (signal: Signal): string => signalIdentifiers[signal]
