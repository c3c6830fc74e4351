import type { Locale } from '@brigade/contract/locale.ts'
import { kindWords, restWords } from '@brigade/contract/statistics/part-words.ts'
import type { StatisticExport } from '@brigade/contract/statistics/statistics.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { areaNames } from '../../system/area/areas.ts'

const words = {
  organisation: { en: 'Organisation', zh: '组织' },
  series: { en: 'Series', zh: '产品系列' },
  product: { en: 'Model', zh: '产品型号' },
  kind: { en: 'Kind', zh: '设备种类' },
  province: { en: 'Province', zh: '省份' },
} as const

/** The filters of a query in words; those that were not chosen are left out. */
export async function listFilterNames(
  db: Db,
  { organisation, seriesId, productId, kind, province }: StatisticExport,
  locale: Locale,
): Promise<readonly Readonly<{ name: string; value: string }>[]> {
  const column = locale === 'zh' ? sql`name` : sql`en_name`
  const { rows } = await sql<{ organisation: string | null; series: string | null; product: string | null }>`
    select (select name from organisation where id = ${organisation ?? null}::bigint) as organisation,
      (select ${column} from product_series where id = ${seriesId ?? null}::bigint) as series,
      (select ${column} from product where id = ${productId ?? null}::bigint) as product`.execute(db)
  const names = rows[0]
  const place =
    province === undefined
      ? null
      : province === 'elsewhere' || province === 'unknown'
        ? restWords[province][locale]
        : (areaNames(province, locale)[0] ?? province)
  return [
    { name: words.organisation[locale], value: names?.organisation },
    { name: words.series[locale], value: names?.series },
    { name: words.product[locale], value: names?.product },
    { name: words.kind[locale], value: kind === undefined ? null : kindWords[kind][locale] },
    { name: words.province[locale], value: place },
  ].flatMap(({ name, value }) => (value === null || value === undefined ? [] : [{ name, value }]))
}
