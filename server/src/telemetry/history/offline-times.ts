import type { Stretch } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { newSwitch } from '@brigade/contract/cold-chain/stretch.rules.ts'
import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { listSwitches } from './device-history.store.ts'

/**
 * When a device had no connection within a span, from its online log. Before it was registered, or first heard of, it was not
 * offline, and of the time to come nothing is said. It says nothing of reports: what a device kept meanwhile comes later.
 */
export async function offlineTimes(db: Db, device: SeenDevice, { from, to }: Span): Promise<Gap[]> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const switches = await listSwitches(db, device, { startTime: iso(from), endTime: iso(to) })
  const known = Math.min(Date.parse(device.createdAt), switches[0]?.at ?? Number.POSITIVE_INFINITY)
  const offline = newSwitch({ from, to })
  offline.add(known, true)
  for (const { at, online } of switches) offline.add(at, !online)
  return gapsIn(offline.end(), to)
}

/** Stretches of a span as gaps: what is still so lasts to its end, what ended as it began is nothing. */
export const gapsIn = (stretches: readonly Stretch[], end: number): Gap[] =>
  stretches.map((stretch) => ({ from: stretch.from, to: stretch.to ?? end })).filter((gap) => gap.to > gap.from)
