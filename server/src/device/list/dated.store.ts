import type { Db } from '../../platform/db/database.ts'
import type { ListFilters } from './device.store.ts'

/**
 * Devices of any organisation that were installed between two dates. Undefined if neither date is given, or if there
 * are more than `most`. Without this query, a few old devices are found only after a scan of all newer ones.
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
