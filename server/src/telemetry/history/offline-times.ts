import type { Stretch } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { newSwitch } from '@brigade/contract/cold-chain/stretch.rules.ts'
import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { listSwitches } from './device-history.store.ts'

/**
 * The times within a span at which a device had no connection, from its online log. Before its registration or first
 * connection, or before its connections are known, it was not offline, and future time is left out. It does not show missing reports, because a device sends
 * stored ones later.
 */
export async function offlineTimes(db: Db, device: SeenDevice, { from, to }: Span): Promise<Gap[]> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const switches = await listSwitches(db, device, { startTime: iso(from), endTime: iso(to) })
  const since = Date.parse(device.connectionsSince ?? device.createdAt)
  const known = Math.min(since, switches[0]?.at ?? Number.POSITIVE_INFINITY)
  const offline = newSwitch({ from, to })
  offline.add(known, true)
  for (const { at, online } of switches) offline.add(at, !online)
  return gapsIn(offline.end(), to)
}

/** Stretches of a span as gaps: an open one lasts to the span's end, an empty one is left out. */
export const gapsIn = (stretches: readonly Stretch[], end: number): Gap[] =>
  stretches.map((stretch) => ({ from: stretch.from, to: stretch.to ?? end })).filter((gap) => gap.to > gap.from)
