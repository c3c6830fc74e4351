import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp } from '@brigade/contract/endpoint.ts'
import type { Words } from '@brigade/contract/locale.ts'

const known = new Map(allEndpoints.filter(isOfApp).map(({ name, summary }) => [name, summary]))
/** Lines of earlier versions, in their demo data too. */
const former = new Map<string, Words>([['setProperty', { en: 'Set a value of a device', zh: '设置设备属性' }]])

/** Returns the words for a call of the phone app; a call of another version keeps its own name. */
export const appOperationWords = (operation: string): Words =>
  known.get(operation) ?? former.get(operation) ?? { en: operation, zh: operation }
