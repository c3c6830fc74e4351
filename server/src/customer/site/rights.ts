import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Caller } from '../../platform/http/context.ts'

/** The kinds of devices that a role lets see: nothing is told of the others. */
export const devicesSeenBy = ({ operationCodes }: Pick<Caller, 'operationCodes'>): readonly DeviceKind[] =>
  (['oven', 'cooler'] as const).filter((kind) => operationCodes.has(`${kind}:view`))
