import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { detailHref } from './recipe-address.ts'

/** Links to one recipe, or shows only its name to accounts that may not see recipes. */
export function RecipeLink({ id, children }: { id: string; children: ReactNode }) {
  const can = useCan()
  return can('recipe:view') ? <a href={detailHref(id)}>{children}</a> : children
}
