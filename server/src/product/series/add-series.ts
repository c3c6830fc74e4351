import type { SeriesDraft } from '@brigade/contract/product/product.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refusingTakenSeries } from './series-names.ts'
import { insertSeries } from './series.store.ts'

export async function addSeries(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  draft: SeriesDraft,
): Promise<{ id: string }> {
  await requirePlatformStaff({ db, caller })
  return { id: await refusingTakenSeries(db, draft, insertSeries(db, draft, clock.now())) }
}
