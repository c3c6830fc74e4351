import { z } from 'zod'
import { departmentFilters } from '../../customer/organisation.model.ts'
import { filter, Flag, Id, OptionalLine, Time } from '../../field.ts'
import { Paging, searchOf } from '../../paging.ts'
import { BothNames, NodeType } from '../../product/product.model.ts'
import { AreaCode } from '../../system/area.model.ts'
import { BindState, deviceFilters, statesDoNotFit, statesFit } from '../device.model.ts'

export const uninstalledSorts = ['createdAt', 'sn', 'name'] as const
/** Devices that are registered and not installed, or no longer. */
export const UninstalledSearch = searchOf(
  {
    keyword: filter(OptionalLine(60)),
    online: filter(Flag),
    activated: filter(Flag),
    bindState: filter(BindState),
    productId: filter(Id),
    seriesId: filter(Id),
    nodeType: filter(NodeType),
    ...departmentFilters,
    /** Time of registration. */
    startTime: filter(Time),
    endTime: filter(Time),
  },
  uninstalledSorts,
)
export type UninstalledSearch = z.output<typeof UninstalledSearch>

/**
 * The same filters as the list; counts devices by province, within one province by its cities, within a city by its
 * regions.
 */
export const DeviceMapQuery = z.strictObject(deviceFilters).refine(statesFit, statesDoNotFit)
export const DeviceMap = z.object({
  places: z.array(
    z.object({
      /** Code of the province, city or region. */
      code: AreaCode,
      devices: z.number().int(),
      online: z.number().int(),
      /** Online or not, with at least one fault that is not closed: as `faults.openDevices` of the statistics. */
      faulty: z.number().int(),
    }),
  ),
  /** Abroad by its words, the most first, at most 100. */
  abroad: z.array(
    z.object({ place: z.string(), devices: z.number().int(), online: z.number().int(), faulty: z.number().int() }),
  ),
  /** Devices without a place, or with a place that is less exact than requested. */
  elsewhere: z.object({ devices: z.number().int(), online: z.number().int(), faulty: z.number().int() }),
})
export type DeviceMap = z.output<typeof DeviceMap>

/** Everything that narrows the list but the state: the totals by state count within it. */
const { online: _online, state: _state, ...otherFilters } = deviceFilters
export const DeviceTotalsQuery = z.strictObject(otherFilters)
export type DeviceTotalsQuery = z.output<typeof DeviceTotalsQuery>

export const Grouping = z.enum(['customer', 'product'])
export type Grouping = z.output<typeof Grouping>
/** The same filters as the list; the groups with the most devices first. */
export const DeviceGroupsQuery = z
  .strictObject({ ...Paging.shape, by: Grouping, ...deviceFilters })
  .refine(statesFit, statesDoNotFit)
export type DeviceGroupsQuery = z.output<typeof DeviceGroupsQuery>
/**
 * The devices of one organisation, without those below it, or of one model. `isParent`: an organisation with others below it; its
 * devices are found by `organisationId`, those of the others by `customerId` too.
 */
export const DeviceGroup = z.object({ id: Id, name: BothNames, devices: z.number().int(), isParent: z.boolean() })
export type DeviceGroup = z.output<typeof DeviceGroup>
