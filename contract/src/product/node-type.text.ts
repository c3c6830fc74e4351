import type { Words } from '../locale.ts'
import type { NodeType } from './product.model.ts'

/** Apart from the other words of products: lists of devices need these and not those. */
export const nodeTypeWords: Readonly<Record<NodeType, Words>> = {
  direct: { en: 'Direct device', zh: '直连设备' },
  gateway: { en: 'Gateway', zh: '网关设备' },
  'sub-device': { en: 'Sub-device', zh: '网关子设备' },
}
