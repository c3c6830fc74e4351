import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { sql } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import { isComplete, isPublished } from '../../recipe/list/counted-recipes.store.ts'
import type { StockSource } from './source.store.ts'

const openFaults: StockSource = {
  measure: 'faultsOpen',
  rows: () => sql`
    select f.organisation_id, f.product_id, ${placeOf('s')} as place, f.severity as part, count(*) as value
    from fault_open f join device_state s on s.device_id = f.device_id where f.type = 'fault' group by 1, 2, 3, 4`,
}

/** Counted by publication and category. */
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

/** Stocks of other things than devices and people (fleet-stock.store.ts, people.store.ts). */
export const stockSources: readonly StockSource[] = [openFaults, recipes, covered, favourites]
export const stockMeasures: ReadonlySet<string> = new Set(stockSources.map(({ measure }) => measure))
export const datedStocks: readonly StockSource[] = stockSources.filter(({ isDated }) => isDated === true)
