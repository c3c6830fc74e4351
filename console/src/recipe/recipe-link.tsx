import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { detailHref } from './recipe-address.ts'

/** Leads to one recipe; only its name to those who may not look at recipes. */
export function RecipeLink({ id, children }: { id: string; children: ReactNode }) {
  const can = useCan()
  return can('recipe:view') ? <a href={detailHref(id)}>{children}</a> : children
}
