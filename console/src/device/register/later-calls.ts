import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** The calls that change records of devices: made by a click, so not part of a list's first load. */
export const laterCalls = async (kind: DeviceKind) =>
  (await import('@brigade/contract/device/register/register.endpoints.ts')).registerCalls[kind]
