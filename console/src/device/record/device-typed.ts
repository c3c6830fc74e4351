import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { DeviceChange, DeviceDraft, DeviceInstalling } from '@brigade/contract/device/record/record.model.ts'
import { z } from 'zod'

/** The fields of an installation, under the paths by which the contract and its refusals call them. */
export type InstallTyped = {
  /** True if the place is given in words instead of national codes. */
  isAbroad: boolean
  'installation.organisationId': string | undefined
  'installation.province': string
  'installation.city': string
  'installation.region': string
  'installation.place': string
  'installation.address': string
  'installation.channelType': ChannelType | null
  'installation.channelId': string | null
  /** An instant; empty: none chosen. */
  'installation.installedAt': string
  'installation.warrantyDays': string
}

/** The fields of a device; those of its installation count only if `isInstalled`. */
export type DeviceTyped = InstallTyped & {
  sn: string
  name: string
  productId: string | undefined
  mac: string
  organisationId: string | undefined
  deviceSecret: string
  factoryArea: string
  gatewayId: string | null
  note: string
  isInstalled: boolean
}

const yearDays = '365'

export const installNothingTyped = (today: string): InstallTyped => ({
  isAbroad: false,
  'installation.organisationId': undefined,
  'installation.province': '',
  'installation.city': '',
  'installation.region': '',
  'installation.place': '',
  'installation.address': '',
  'installation.channelType': null,
  'installation.channelId': null,
  'installation.installedAt': today,
  'installation.warrantyDays': yearDays,
})

export const nothingTyped = (today: string, isInstalled: boolean): DeviceTyped => ({
  ...installNothingTyped(today),
  sn: '',
  name: '',
  productId: undefined,
  mac: '',
  organisationId: undefined,
  deviceSecret: '',
  factoryArea: '',
  gatewayId: null,
  note: '',
  isInstalled,
})

export const typedOf = (device: DeviceDetail): DeviceTyped => ({
  // A place abroad has only its text.
  isAbroad: device.zone.province === '' && device.zone.place !== '',
  'installation.organisationId': device.customer.id,
  'installation.province': device.zone.province,
  'installation.city': device.zone.city,
  'installation.region': device.zone.region,
  'installation.place': device.zone.province === '' ? device.zone.place : '',
  'installation.address': device.zone.address,
  'installation.channelType': device.channelType,
  'installation.channelId': device.channel?.id ?? null,
  'installation.installedAt': device.installedAt ?? '',
  'installation.warrantyDays': device.warrantyDays === null ? '' : String(device.warrantyDays),
  sn: device.sn,
  name: device.name,
  productId: device.product.id,
  mac: device.mac,
  organisationId: device.customer.id,
  deviceSecret: '',
  factoryArea: device.factoryArea,
  gatewayId: device.gateway?.id ?? null,
  note: device.note,
  isInstalled: device.installed,
})

/**
 * Converts the typed values into the form of the contract; empty fields are left out, so that the contract itself
 * reports required ones.
 */
function installationOf(typed: InstallTyped) {
  const zone = (code: string): string => (typed.isAbroad ? '' : code)
  const days = typed['installation.warrantyDays'].trim()
  return {
    organisationId: typed['installation.organisationId'],
    province: zone(typed['installation.province']),
    city: zone(typed['installation.city']),
    region: zone(typed['installation.region']),
    place: typed.isAbroad ? typed['installation.place'] : '',
    address: typed['installation.address'],
    channelType: typed['installation.channelType'],
    channelId: typed['installation.channelId'],
    installedAt: typed['installation.installedAt'] || undefined,
    warrantyDays: days === '' ? null : Number(days),
  }
}

const describedOf = ({ name, mac, factoryArea, note, gatewayId, ...typed }: DeviceTyped) => ({
  name,
  mac,
  factoryArea,
  note,
  gatewayId,
  installation: typed.isInstalled ? installationOf(typed) : null,
})

/** Converts the fields of the form to the request that adds a device. */
export const TypedDraft = z
  .custom<DeviceTyped>()
  .transform((typed): unknown => ({
    ...describedOf(typed),
    sn: typed.sn,
    productId: typed.productId,
    ...(typed.isInstalled || typed.organisationId === undefined ? {} : { organisationId: typed.organisationId }),
    ...(typed.deviceSecret === '' ? {} : { deviceSecret: typed.deviceSecret }),
  }))
  .pipe(DeviceDraft)

/** Converts the fields of the form to the request that changes an existing device. */
export const typedChange = ({ id, updatedAt }: Pick<DeviceDetail, 'id' | 'updatedAt'>) =>
  z
    .custom<DeviceTyped>()
    .transform((typed): unknown => ({ ...describedOf(typed), id, updatedAt }))
    .pipe(DeviceChange)

/** Converts the fields of the form to the request that installs these devices. */
export const typedInstalling = (ids: readonly string[]) =>
  z
    .custom<InstallTyped>()
    .transform((typed): unknown => ({ ids, installation: installationOf(typed) }))
    .pipe(DeviceInstalling)
