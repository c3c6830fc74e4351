import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { modelHref, taskHref, versionHref } from './firmware-address.ts'

type Props = { id: string; className?: string | undefined; children: ReactNode }

/** Leads to one firmware model; only its name to those who may not look at models. */
export function FirmwareModelLink({ id, className, children }: Props) {
  const can = useCan()
  return can('firmware-model:view') ? (
    <a className={className} href={modelHref(id)}>
      {children}
    </a>
  ) : (
    children
  )
}

/** Leads to one upgrade task; only its name to those who may not look at tasks. */
export function UpgradeTaskLink({ id, className, children }: Props) {
  const can = useCan()
  return can('firmware-task:view') ? (
    <a className={className} href={taskHref(id)} data-cut="">
      {children}
    </a>
  ) : (
    children
  )
}

/** Leads to one firmware version; only its number to those who may not look at versions. */
export function FirmwareVersionLink({ id, isArchived, className, children }: Props & { isArchived: boolean }) {
  const can = useCan()
  return can('firmware-version:view') ? (
    <a className={className} href={versionHref({ id, isArchived })}>
      {children}
    </a>
  ) : (
    children
  )
}
