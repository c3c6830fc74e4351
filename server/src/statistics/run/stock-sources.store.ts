import { silentDays } from '@brigade/contract/statistics/drill.rules.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { lastApp } from '../../app-user/staff/counted-users.store.ts'
import { isSeenBefore, placeOf } from '../../device/list/counted-devices.store.ts'
import { isComplete, isPublished } from '../../recipe/list/counted-recipes.store.ts'
import type { StockSource } from './source.store.ts'

const cooking = 2

/** Installed devices that something is true of. */
const devices = (
  measure: string,
  part: RawBuilder<unknown>,
  {
    joins = sql``,
    where = sql`true`,
    ...kept
  }: Readonly<{ joins?: RawBuilder<unknown>; where?: RawBuilder<unknown>; isOfDays?: true }> = {},
): StockSource => ({
  measure,
  ...kept,
  rows: () => sql`
    select s.organisation_id, s.product_id, ${placeOf('s')} as place, ${part} as part, count(*) as value
    from device_state s ${joins} where s.installed and ${where} group by 1, 2, 3, 4`,
})
const none = sql`''::text`
const ofDevice = sql`join device d on d.id = s.device_id`

const installed: StockSource = {
  measure: 'devices',
  isDated: true,
  rows: (at) => sql`
    select s.organisation_id, s.product_id, ${placeOf('s')} as place, '' as part, count(*) as value
    from device_state s join device d on d.id = s.device_id
    where s.installed and coalesce(d.installed_at, s.created_at) <= ${at}::timestamptz group by 1, 2, 3`,
}

const silent: StockSource = {
  measure: 'silent',
  rows: (at) => {
    const before = (days: number) => isSeenBefore('s', sql`${at}::timestamptz - ${days} * interval '1 day'`)
    return sql`
      select s.organisation_id, s.product_id, ${placeOf('s')} as place, '' as part, count(*) as value
      from device_state s where s.installed
        and case s.kind when 'oven' then ${before(silentDays.oven)} else ${before(silentDays.cooler)} end group by 1, 2, 3`
  },
}

const warranty: StockSource = {
  measure: 'warranty',
  isOfDays: true,
  rows: (at) => sql`
    select s.organisation_id, s.product_id, ${placeOf('s')} as place,
      case when d.warranty_until is null then 'unregistered' when d.warranty_until > ${at}::timestamptz then 'in' else 'over' end as part,
      count(*) as value
    from device_state s ${ofDevice} where s.installed group by 1, 2, 3, 4`,
}

const firmware = devices('firmware', sql`coalesce(m.version, 'unknown')`, {
  isOfDays: true,
  joins: sql`left join device_module m on m.device_id = s.device_id and m.module = 'default'`,
})

const openFaults: StockSource = {
  measure: 'faultsOpen',
  rows: () => sql`
    select f.organisation_id, f.product_id, ${placeOf('s')} as place, f.severity as part, count(*) as value
    from fault_open f join device_state s on s.device_id = f.device_id where f.type = 'fault' group by 1, 2, 3, 4`,
}

const users: StockSource = {
  measure: 'users',
  isOfPeople: true,
  isDated: true,
  rows: (at) => sql`
    select u.id as person, ${lastApp(sql.ref('u.id'))} as part, 1 as value
    from app_user u where u.removed_at is null and u.created_at <= ${at}::timestamptz`,
}

/** By publication and category. */
const recipes: StockSource = {
  measure: 'recipes',
  isDated: true,
  rows: (at) => sql`
    select r.organisation_id, 0 as product_id, 0 as place,
      case when ${isPublished('r')} and r.published_at <= ${at}::timestamptz then 'published' else 'draft' end
        || '|' || coalesce(r.category_id::text, 'unknown') as part, count(*) as value
    from recipe r where r.removed_at is null and r.created_at <= ${at}::timestamptz group by 1, 4`,
}

const covered: StockSource = {
  measure: 'covered',
  rows: () =>
    sql.join(
      recipeLanguages.map(
        (
          language,
        ) => sql`select r.organisation_id, 0 as product_id, 0 as place, ${language}::text as part, count(*) as value
          from recipe r where r.removed_at is null and ${isComplete('r', language)} group by 1`,
      ),
      sql` union all `,
    ),
}

const favourites: StockSource = {
  measure: 'favourites',
  isDated: true,
  rows: (at) => sql`
    select r.organisation_id, 0 as product_id, 0 as place, f.recipe_id::text as part, count(*) as value
    from recipe_favourite f join recipe r on r.id = f.recipe_id where f.created_at <= ${at}::timestamptz group by 1, 4`,
}

export const stockSources: readonly StockSource[] = [
  installed,
  devices('online', none, { where: sql`s.online` }),
  devices('cooking', none, { where: sql`s.kind = 'oven' and s.online and s.work_state = ${cooking}` }),
  silent,
  devices('channel', sql`coalesce(s.channel_type, 'unknown')`, { isOfDays: true }),
  warranty,
  firmware,
  openFaults,
  users,
  recipes,
  covered,
  favourites,
]
export const datedStocks: readonly StockSource[] = stockSources.filter(({ isDated }) => isDated === true)
