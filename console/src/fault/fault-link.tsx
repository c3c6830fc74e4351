import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ReactNode } from 'react'
import { faultPath } from './fault-address.ts'

/** Leads to one record, over its list. */
export function FaultLink({ kind, id, children }: { kind: DeviceKind; id: string; children: ReactNode }) {
  return <a href={`${faultPath[kind]}?${new URLSearchParams({ tab: 'faults', id }).toString()}`}>{children}</a>
}

/** Leads to the open records of one customer. */
export function FaultsOfCustomerLink({
  kind,
  customerId,
  children,
}: {
  kind: DeviceKind
  customerId: string
  children: ReactNode
}) {
  return <a href={`${faultPath[kind]}?${new URLSearchParams({ customerId }).toString()}`}>{children}</a>
}
