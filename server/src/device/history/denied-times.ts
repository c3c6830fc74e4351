import type { Gap } from '@brigade/contract/device/silence.rules.ts'
import type { OnlyWhile } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../device.store.ts'
import { listPropertyIds, listReports, listTurns } from './device-history.store.ts'

type Span = Readonly<{ startTime: string; endTime: string }>

/** When in a span another property says that a value means nothing, epoch ms. Before it was first reported it says nothing. */
export async function deniedTimes(
  db: Db,
  device: SeenDevice,
  { property, is }: OnlyWhile,
  { startTime, endTime }: Span,
): Promise<Gap[]> {
  const id = (await listPropertyIds(db, [property])).get(property)
  if (id === undefined) return []
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  const newest = { descending: true, limit: 1, offset: 0 }
  const [[before], turns] = await Promise.all([
    listReports(db, device, { propertyIds: [id], endTime: new Date(from - 1).toISOString() }, newest),
    listTurns(db, device, id, { startTime, endTime }),
  ])
  const denies = (value: number | null | undefined): boolean => typeof value === 'number' && !is.includes(value)
  const times: Gap[] = []
  let since = denies(before?.number) ? from : null
  for (const { at, number } of turns) {
    if (denies(number)) since ??= at
    else if (since !== null) {
      if (at > since) times.push({ from: since, to: at })
      since = null
    }
  }
  if (since !== null && since < to) times.push({ from: since, to })
  return times
}
