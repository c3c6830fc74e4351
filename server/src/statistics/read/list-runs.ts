import type { Page } from '@brigade/contract/paging.ts'
import type { RunRow, RunSearch } from '@brigade/contract/statistics/statistics.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { figureOfMeasure } from './figure-measures.ts'
import { findRuns } from './runs.store.ts'

export async function listRuns({ db }: Ctx, { query }: { query: RunSearch }): Promise<Page<RunRow>> {
  const page = await findRuns(db, query)
  const list = page.list.map((row) => ({
    ...row,
    differing: [...new Set(row.differing.flatMap((measure) => figureOfMeasure(measure) ?? []))],
  }))
  return { ...page, list }
}
