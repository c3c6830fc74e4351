import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { detailHref } from './product-address.ts'

/** Leads to one product; only its name to those who may not look at products. */
export function ProductLink({ id, children }: { id: string; children: ReactNode }) {
  const can = useCan()
  return can('product:view') ? <a href={detailHref(id)}>{children}</a> : children
}
