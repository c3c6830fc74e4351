import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './customer-address.ts'

/** Links to a customer. The name is plain text if the reader may not open the customer or belongs to it. */
export function CustomerLink({ id, children }: { id: string; children: ReactNode }) {
  const can = useCan()
  const ownId = useSession((session) => session.user?.organisation.id)
  return can('customer:view') && id !== ownId ? <a href={detailHref(id)}>{children}</a> : children
}
