import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { SearchPatch } from '../../ui/search-form/filter.ts'

type Props = {
  kind: DeviceKind
  search: Omit<DeviceSearch, 'pageNum' | 'pageSize' | 'sort'>
  onSearch: (patch: SearchPatch<DeviceSearch>) => void
}
export function DeviceMap(_props: Props) {
  return null
}
