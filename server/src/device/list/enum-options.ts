import { workStatesOf } from '@brigade/contract/device/device.rules.ts'
import type { DeviceKind, EnumOption } from '@brigade/contract/product/product.model.ts'
import { workStates } from '@brigade/contract/thing-model/ready-made/work-state.ts'

const statesOf = (kind: DeviceKind): EnumOption[] =>
  workStates
    .filter(({ key }) => workStatesOf[kind].includes(key))
    .map(({ key, en, zh }) => ({ value: key, name: { en, zh } }))

/** The enumerations of spec 7 that devices use. */
export const enumOptions = {
  deviceStates: statesOf('oven'),
  coolerStates: statesOf('cooler'),
  onlineStates: [
    { value: 'true', name: { en: 'Online', zh: '在线' } },
    { value: 'false', name: { en: 'Offline', zh: '离线' } },
  ] satisfies EnumOption[],
} as const
