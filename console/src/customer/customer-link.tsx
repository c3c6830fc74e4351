import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './customer-address.ts'

/** Leads to one customer; only its name to those who may not look at it, or whose own organisation it is. */
export function CustomerLink({ id, children }: { id: string; children: ReactNode }) {
  const can = useCan()
  const ownId = useSession((session) => session.user?.organisation.id)
  return can('customer:view') && id !== ownId ? <a href={detailHref(id)}>{children}</a> : children
}
