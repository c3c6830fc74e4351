import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { detailHref } from './app-user-address.ts'

/** Other screens show an app user as a link if the reader may see app users. */
export function AppUserLink({ id, device, children }: { id: string; device?: string; children: ReactNode }) {
  const can = useCan()
  return can('app-user:view') ? <a href={detailHref(id, { device })}>{children}</a> : <>{children}</>
}
