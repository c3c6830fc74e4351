import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './customer-address.ts'

type Props = { id: string; kind?: KeptKind; children: ReactNode }

/** Links to a customer, a distributor or an agent. The name is plain text if the reader may not open it or belongs to it. */
export function CustomerLink({ id, kind = 'customer', children }: Props) {
  const can = useCan()
  const ownId = useSession((session) => session.user?.organisation.id)
  return can(`${kind}:view`) && id !== ownId ? <a href={detailHref(id, 'overview', kind)}>{children}</a> : children
}
