import type { Db } from '../../platform/db/database.ts'
import type { ListFilters } from './device.store.ts'

/**
 * The devices of any organisation that were installed between two dates, by their own index; undefined where neither is
 * asked for, or where there are more. Without it a few of long ago are found only behind all that came since.
 */
export async function listDated(
  db: Db,
  { startTime, endTime }: Pick<ListFilters, 'startTime' | 'endTime'>,
  most: number,
): Promise<string[] | undefined> {
  if (startTime === undefined && endTime === undefined) return undefined
  let query = db.selectFrom('device').select('id')
  if (startTime !== undefined) query = query.where('installedAt', '>=', startTime)
  if (endTime !== undefined) query = query.where('installedAt', '<=', endTime)
  const rows = await query.limit(most + 1).execute()
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}
