import type { Words } from '../locale.ts'
import type { NodeType } from './product.model.ts'

/** Separate from the other texts of products, because lists of devices need only these. */
export const nodeTypeWords: Readonly<Record<NodeType, Words>> = {
  direct: { en: 'Direct device', zh: '直连设备' },
  gateway: { en: 'Gateway', zh: '网关设备' },
  'sub-device': { en: 'Sub-device', zh: '网关子设备' },
}
