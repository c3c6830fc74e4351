import type { Protocol } from '../../product/product.model.ts'
import { registerBits } from './register-value.ts'
import type { Missing } from '../model-draft.model.ts'
import { moduleOf, type Modbus, type Property, type ThingModel } from '../thing-model.model.ts'

/**
 * Finds the reasons that prevent publishing a model for devices of a protocol, in the order of the model. A Modbus device sends
 * nothing by itself, so each property of the default module needs a register. The properties of other modules belong to the
 * modem (its signal, its serial line), which reports them.
 */
export function missingIn(model: ThingModel, protocol: Protocol): Missing[] {
  const { properties, events, services } = model
  if (properties.length + events.length + services.length === 0) return [{ reason: 'empty', path: '', identifier: '' }]
  const missing = (reason: Missing['reason'], { identifier }: Property, index: number): Missing => ({
    reason,
    path: `properties.${index}.modbus`,
    identifier,
  })
  if (protocol === 'alink') {
    return properties.flatMap((property, index) =>
      property.modbus === undefined ? [] : [missing('registerUnused', property, index)],
    )
  }
  const shared = sharing(properties)
  return properties.flatMap((property, index) => {
    const { identifier, accessMode, dataType, modbus } = property
    if (modbus === undefined) return moduleOf(identifier) === undefined ? [missing('register', property, index)] : []
    return [
      ...(shared.has(property) ? [missing('registerOverlap', property, index)] : []),
      ...(isHeld(dataType, modbus) ? [] : [missing('registerType', property, index)]),
      ...(accessMode === 'rw' && !isWritten(modbus) ? [missing('registerWritable', property, index)] : []),
    ]
  })
}

/** Registers contain a number (also for choices and sides of a bool) or a text. */
const isHeld = ({ type }: Property['dataType'], { encoding }: Modbus): boolean =>
  encoding === 'text' ? type === 'text' : ['int', 'float', 'double', 'bool', 'enum'].includes(type)

const isWritten = ({ operateType }: Modbus): boolean =>
  operateType === 'coilStatus' || operateType === 'holdingRegister'

/** The properties that share a bit of their registers with another one. */
function sharing(properties: readonly Property[]): ReadonlySet<Property> {
  const taken = new Map<string, { bits: number; by: Property }[]>()
  const shared = new Set<Property>()
  for (const property of properties) {
    if (property.modbus === undefined) continue
    for (const { place, bits } of bitsIn(property.modbus)) {
      const others = taken.get(place) ?? []
      for (const other of others.filter((one) => (one.bits & bits) !== 0)) shared.add(other.by).add(property)
      taken.set(place, [...others, { bits, by: property }])
    }
  }
  return shared
}

function bitsIn(modbus: Modbus): { place: string; bits: number }[] {
  const first = Number(modbus.registerAddress)
  // A coil or an input is one bit, whatever its length.
  if (modbus.operateType === 'coilStatus' || modbus.operateType === 'inputStatus')
    return [{ place: `${modbus.operateType} ${first}`, bits: 1 }]
  return registerBits(modbus).map((bits, at) => ({ place: `${modbus.operateType} ${first + at}`, bits }))
}
