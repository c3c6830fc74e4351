import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** Calls that are made after a click, so they are not part of the first load of a list. */
export const lazyRecordCalls = async (kind: DeviceKind) =>
  (await import('@brigade/contract/device/record/record.endpoints.ts')).recordCalls[kind]
export const lazyExportCalls = async (kind: DeviceKind) =>
  (await import('@brigade/contract/device/import-export/import-export.endpoints.ts')).importExportCalls[kind]
