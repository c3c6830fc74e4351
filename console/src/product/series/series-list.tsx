import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { EntityList } from '../../shell/entity/entity-list.tsx'
import type { OwnActions } from '../../shell/entity/use-entity.tsx'
import { Settling } from '../../ui/page/settling.tsx'
import { modelsHref } from '../product-address.ts'
import { seriesEntity } from './series-entity.tsx'
import { SeriesTotalsStrip } from './series-totals.tsx'
import { seriesText } from './series.text.ts'

/** The list of series. Its totals set the category, and each row links to its models. */
export function SeriesList() {
  const { seeModels } = useWords(seriesText)
  const rowActions = useCallback(
    ({ id }: SeriesRow, { edit, remove }: OwnActions) => [
      { key: 'models', icon: 'box' as const, label: seeModels, href: modelsHref(id) },
      ...edit,
      ...remove,
    ],
    [seeModels],
  )
  const { isPending } = useQuery(askPage(productApi.topSeries, {}, { quiet: true }))
  return (
    <Settling isKnown={!isPending}>
      <EntityList
        of={seriesEntity}
        rowActions={rowActions}
        totals={({ kind }, change) => (
          <SeriesTotalsStrip kind={kind} onChoose={(chosen) => change({ kind: chosen, pageNum: undefined })} />
        )}
      />
    </Settling>
  )
}
