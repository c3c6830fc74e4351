import { SeriesSearch } from '@brigade/contract/product/product.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { SeriesList } from './series/series-list.tsx'

export const Route = createFileRoute('/_signed-in/product/series')({ component: Series })

function Series() {
  const [search, change] = useListSearch(SeriesSearch, 'product.series')
  return <SeriesList search={search} onSearch={change} />
}
