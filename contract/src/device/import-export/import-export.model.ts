import { z } from 'zod'
import { filter, Id, IdList } from '../../field.ts'
import { TableFormat } from '../../job/job.model.ts'
import { DeviceSearch, deviceFilters, statesDoNotFit, statesFit } from '../device.model.ts'
import { UninstalledSearch } from '../list/list.model.ts'

const password = z.string().min(1, 'field.required').max(128)
const { pageNum: _num, pageSize: _size, ...uninstalledFilters } = UninstalledSearch.shape
const { pageNum: _pageNum, pageSize: _pageSize, ...installedFilters } = DeviceSearch.shape

/** Only these of the filtered rows. */
const ids = filter(IdList)

/** The filters and the order of the list, and the format; every page, up to 1,000,000 rows. */
export const DeviceExport = z
  .strictObject({ ...installedFilters, ids, format: TableFormat.default('xlsx') })
  .refine(statesFit, statesDoNotFit)
export type DeviceExport = z.output<typeof DeviceExport>
export const UninstalledExport = z.strictObject({ ...uninstalledFilters, ids, format: TableFormat.default('xlsx') })
export type UninstalledExport = z.output<typeof UninstalledExport>

/** Alibaba's CSV of triples: `ProductKey,DeviceName,DeviceSecret`. Of the devices chosen, or of all a list shows. */
export const TripleExport = z.strictObject({
  ids: z.array(Id).min(1).max(1000).optional(),
  /** Filters of one of the two lists; `ids` wins. */
  installed: z.strictObject(deviceFilters).refine(statesFit, statesDoNotFit).optional(),
  uninstalled: UninstalledExport.omit({ format: true, sort: true, ids: true }).optional(),
  password,
})
export type TripleExport = z.output<typeof TripleExport>
export const TripleImport = z.strictObject({ checkedJobId: Id, password })
