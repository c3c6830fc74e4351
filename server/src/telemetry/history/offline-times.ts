import type { Stretch } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { newSwitch } from '@brigade/contract/cold-chain/stretch.rules.ts'
import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { listSwitches } from './device-history.store.ts'

export type Connection = Readonly<{ offline: Gap[]; online: Gap[] }>

/**
 * The times within a span without and with a connection of the device, from its online log. Before its registration or
 * first connection, or before its connections are known, it was neither, and future time is left out.
 */
export async function connectionTimes(db: Db, device: SeenDevice, { from, to }: Span): Promise<Connection> {
  const switches = await listSwitches(db, device, { startTime: iso(from), endTime: iso(to) })
  const since = Date.parse(device.connectionsSince ?? device.createdAt)
  const known = Math.min(since, switches[0]?.at ?? Number.POSITIVE_INFINITY)
  const [offline, connected] = [newSwitch({ from, to }), newSwitch({ from, to })]
  offline.add(known, true)
  for (const { at, online } of switches) {
    offline.add(at, !online)
    connected.add(at, online)
  }
  return { offline: gapsIn(offline.end(), to), online: gapsIn(connected.end(), to) }
}

/** Converts stretches of a span into gaps: an open one lasts to the span's end, an empty one is left out. */
export const gapsIn = (stretches: readonly Stretch[], end: number): Gap[] =>
  stretches.map((stretch) => ({ from: stretch.from, to: stretch.to ?? end })).filter((gap) => gap.to > gap.from)
