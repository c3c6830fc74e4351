import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isShown } from './live-figures.store.ts'
import type { ShownOrganisation } from './setting.store.ts'

/** Installed devices by province, with those abroad and those without a known place. It reads a row for each device. */
export async function countPlaces(db: Db, shown: Pick<ShownOrganisation, 'id' | 'kind'>) {
  const isWithin = isShown(db, shown, 's.organisationId')
  const [areas, abroad] = await Promise.all([
    sql<{ code: string | null; devices: number }>`
      select (s.area / 10000 * 10000)::text as code, count(*)::int as devices
      from device_state s where s.installed and ${isWithin} group by 1 order by devices desc, code`.execute(db),
    sql<{ devices: number }>`
      select count(*)::int as devices from device d join device_state s on s.device_id = d.id
      where d.province = '' and d.place <> '' and s.installed and s.area is null and ${isWithin}`.execute(db),
  ])
  const provinces = areas.rows.flatMap(({ code, devices }) => (code === null ? [] : [{ code, devices }]))
  const nowhere = areas.rows.find(({ code }) => code === null)?.devices ?? 0
  const beyond = Math.min(nowhere, abroad.rows[0]?.devices ?? 0)
  return { provinces, abroad: beyond, notGiven: nowhere - beyond }
}
