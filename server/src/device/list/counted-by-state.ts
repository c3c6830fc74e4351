import { departmentLevels } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { ListFilters } from './device.store.ts'
import type { StateCount } from './device-total.store.ts'

/** The filters that `device_total` has figures for, beside page and order, which change no figure. */
const countedByState: readonly string[] = [
  'pageNum',
  'pageSize',
  'sort',
  'online',
  'state',
  'productId',
  'seriesId',
  'customerId',
  ...departmentLevels,
] satisfies (keyof DeviceSearch)[]

/** Whether the totals in the database contain the exact number of results of a search of the device list. */
export const isCountedByState = (search: object): boolean =>
  Object.entries(search).every(([filter, value]) => value === undefined || countedByState.includes(filter))

/** The organisations that match a search: its results are below each of them. */
export const belowOf = (search: ListFilters): string[] =>
  [search.customerId, deepestDepartment(search)?.id].filter((id) => id !== undefined)

export const totalOf = (counts: readonly StateCount[]): number => counts.reduce((sum, { devices }) => sum + devices, 0)
