import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLiveStale } from '../../platform/live.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { MissingPage } from '../../shell/missing-page.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { modelText } from '../model.text.ts'
import { listPath } from '../product-address.ts'

/**
 * Reads a model for a page of its own, and shows a skeleton, a page for a missing model, or the failure in its place.
 */
export function WithProduct({ id, children }: { id: string; children: (product: ProductDetail) => ReactNode }) {
  const m = useWords(modelText)
  const nameOf = useNameOf()
  const { data: product, error, refetch } = useQuery(ask(productApi.detail, { id }, { quiet: true }))
  // Somebody may publish its thing model while the page is open.
  useLiveStale(thingModelApi.live, {}, ({ products }) => products.includes(id))
  usePageTitle(product === undefined ? undefined : nameOf(product.name))
  if (product !== undefined) return children(product)
  if (error === null) return <HeadBones figures={4} />
  if (error.status === 404)
    return (
      <MissingPage title={error.message} back={{ href: listPath, label: m.backToList }}>
        {m.missing}
      </MissingPage>
    )
  return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
}
