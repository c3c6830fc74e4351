import type { RecordChange } from '@brigade/contract/system/log/log.model.ts'
import type { ReactNode } from 'react'
import { AppUserLink } from '../../app-user/app-user-link.tsx'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { FirmwareModelLink, UpgradeTaskLink } from '../../firmware/firmware-link.tsx'
import { useCan } from '../../platform/can.ts'
import { ProductLink } from '../../product/product-link.tsx'
import { RecipeLink } from '../../recipe/recipe-link.tsx'
import { accountHref } from '../account/account-address.ts'
import { permissionsHref } from '../role/role-address.ts'

type Props = {
  change: RecordChange
  /** The operation that changed it; its module and name tell the kind of an organisation or a device. */
  by: Readonly<{ module: string; operation: string }>
  children: ReactNode
}

/**
 * Links to a changed record, or shows only its name if it was deleted, has no screen of its own, or may not be seen.
 */
export function RecordLink({ change: { action, recordType, recordId }, by, children }: Props) {
  const can = useCan()
  // A key of several columns begins with the record that the others belong to.
  const [id = ''] = recordId.split('/')
  const isGone = action === 'delete' && recordId === id
  if (isGone) return children
  switch (recordType) {
    case 'organisation':
    case 'organisation_product': {
      const { module } = by
      const isKind = module === 'customer' || module === 'distributor' || module === 'agent'
      return isKind ? (
        <CustomerLink id={id} kind={module}>
          {children}
        </CustomerLink>
      ) : (
        children
      )
    }
    case 'device': {
      const kind = by.operation.split('.')[0]
      const isSeen = (kind === 'oven' || kind === 'cooler') && can(`${kind}:view`)
      return isSeen ? (
        <DeviceLink kind={kind} id={id}>
          {children}
        </DeviceLink>
      ) : (
        children
      )
    }
    case 'account':
    case 'account_notify':
    case 'two_step':
      return can('account:view') ? <a href={accountHref(id)}>{children}</a> : children
    case 'role':
    case 'role_menu':
      return can('role:view') ? <a href={permissionsHref(id)}>{children}</a> : children
    case 'product':
    case 'product_template':
    case 'product_config':
    case 'product_language':
      return <ProductLink id={id}>{children}</ProductLink>
    case 'app_user':
      return <AppUserLink id={id}>{children}</AppUserLink>
    case 'recipe':
    case 'recipe_text':
    case 'recipe_target':
      return <RecipeLink id={id}>{children}</RecipeLink>
    case 'firmware_model':
      return <FirmwareModelLink id={id}>{children}</FirmwareModelLink>
    case 'upgrade_task':
      return <UpgradeTaskLink id={id}>{children}</UpgradeTaskLink>
    default:
      return children
  }
}
