import type { ProductStatus } from '@brigade/contract/product/product.model.ts'
import { productStatusWords } from '@brigade/contract/product/product.text.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { StateBadge, type StateShapeName } from '../ui/icon/state-shape.tsx'
import { modelText } from './model.text.ts'

const shapes = { draft: 'draft', published: 'enabled', disabled: 'disabled' } as const satisfies Record<
  ProductStatus,
  StateShapeName
>

/** The badge shows the publishing state as shape and word, and whether the thing model has a draft. */
export function ProductBadge({ status, hasDraft = false }: { status: ProductStatus; hasDraft?: boolean }) {
  const w = useWords(modelText)
  const locale = useLocale()
  return (
    <StateBadge
      shape={shapes[status]}
      word={productStatusWords[status][locale]}
      // A product that was never published is only a draft.
      fact={hasDraft && status !== 'draft' ? w.hasDraft : undefined}
    />
  )
}
