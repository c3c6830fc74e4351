import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { call } from '../../platform/call.ts'

/** A series as it is now; undefined where it is gone. There are few, so the list is walked. */
export async function seriesNow(id: string): Promise<SeriesRow | undefined> {
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await call(productApi.listSeries, { pageNum, pageSize: 80 }, { quiet: true })
    const found = list.find((row) => row.id === id)
    if (found !== undefined || list.length < 80) return found
  }
}
