import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { detailHref } from './product-address.ts'

/** Links to one product, or shows only its name to accounts that may not see products. */
export function ProductLink({ id, children }: { id: string; children: ReactNode }) {
  const can = useCan()
  return can('product:view') ? <a href={detailHref(id)}>{children}</a> : children
}
