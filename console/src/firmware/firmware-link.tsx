import type { ReactNode } from 'react'
import { useCan } from '../platform/can.ts'
import { modelHref, taskHref, versionHref } from './firmware-address.ts'

type Props = { id: string; className?: string | undefined; children: ReactNode }

/** Links to one firmware model, or shows only its name to accounts that may not see models. */
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

/** Links to one upgrade task, or shows only its name to accounts that may not see tasks. */
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

/** Links to one firmware version, or shows only its number to accounts that may not see versions. */
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
