import type { ReactNode } from 'react'

/** Leads to the cold chain of the refrigerators of one customer. */
export function ColdChainLink({ customerId, children }: { customerId: string; children: ReactNode }) {
  return <a href={`/iceDevice/coldChain?${new URLSearchParams({ customerId }).toString()}`}>{children}</a>
}
