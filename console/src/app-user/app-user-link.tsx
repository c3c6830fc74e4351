import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { detailHref } from './app-user-address.ts'

/** An app user elsewhere than in their own list: a link for whoever may see people. */
export function AppUserLink({ id, device, children }: { id: string; device?: string; children: ReactNode }) {
  const can = useCan()
  return can('app-user:view') ? <a href={detailHref(id, { device })}>{children}</a> : <>{children}</>
}
