import { ProductSearch } from '@brigade/contract/product/product.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { ModelList } from './model/model-list.tsx'

export const Route = createFileRoute('/_signed-in/product/model')({ component: Models })

function Models() {
  const [search, change] = useListSearch(ProductSearch, 'product.model')
  return <ModelList search={search} onSearch={change} />
}
