import type { Page } from '@brigade/contract/paging.ts'
import type {
  DeviceKind,
  SeriesRow,
  SeriesSearch,
  SeriesTop,
  SeriesTotals,
} from '@brigade/contract/product/product.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { countByKind, findSeriesPage, listSeriesChoices, listTopSeries } from './series.store.ts'

type RequestContext = Pick<Ctx, 'db' | 'caller' | 'locale'>

const withNames = <T extends { name: string; enName: string }>({ name, enName, ...row }: T) => ({
  ...row,
  name: { en: enName, zh: name },
})

export async function listSeries(
  { db, caller, locale }: RequestContext,
  search: SeriesSearch,
): Promise<Page<SeriesRow>> {
  const page = await findSeriesPage(db, { scope: caller, locale }, search)
  return { ...page, list: page.list.map(withNames) }
}

const maxTopLevel = 10

export async function listTop({ db, caller }: RequestContext): Promise<SeriesTop[]> {
  return (await listTopSeries(db, caller, maxTopLevel)).map(withNames)
}

export async function getSeriesTotals({ db, caller }: RequestContext): Promise<SeriesTotals> {
  const counted = await countByKind(db, caller)
  const of = (...kinds: DeviceKind[]) => {
    const sum = { series: 0, products: 0, devices: 0 }
    for (const { kind, series, products, devices } of counted) {
      if (!kinds.includes(kind)) continue
      sum.series += series
      sum.products += products
      sum.devices += devices
    }
    return sum
  }
  return { all: of('oven', 'cooler'), oven: of('oven'), cooler: of('cooler') }
}

export async function selectSeries({ db }: Pick<Ctx, 'db'>, kind: DeviceKind | undefined) {
  return (await listSeriesChoices(db, kind)).map(withNames)
}
