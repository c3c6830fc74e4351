import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { ProductDetailScreen } from './detail/product-detail.tsx'
import { productTabs } from './product-address.ts'

export const Route = createFileRoute('/_signed-in/product/model/detail')({ component: Product })

/** All tabs of the page share these search parameters; a tab may add its own. */
const DetailSearch = z.object({ id: Id.optional(), tab: z.enum(productTabs).default('basics') })

function Product() {
  const [{ id, tab }] = useListSearch(DetailSearch)
  return id === undefined ? <NotFoundPage /> : <ProductDetailScreen key={id} id={id} tab={tab} />
}
