import type { DeviceKind } from '../product/product.model.ts'
import type { ThingModel } from '../thing-model/thing-model.model.ts'

/** The own name of a function: those of a module are `module:identifier`. */
const ownName = (identifier: string): string => identifier.slice(identifier.lastIndexOf(':') + 1)
const heatingService = /^(start_?(program|cook|heat|preheat|bak|roast|steam)|(pre)?heat|cook|bake|roast|steam)/i
const heatingProperty =
  /^(start_?(cook|heat)|(pre)?heat(ing)?(_?(on|switch|start))?$|cook(ing)?(_?(on|switch|start))?$)/i
const isOn = (value: unknown): boolean => value === true || (typeof value === 'number' && value > 0)

/**
 * Whether a command heats an unattended oven: a service that begins to cook or heat, or a switch of that name set on. Washing and a set
 * temperature alone heat nothing. Only ovens heat; a thing model has no attribute for it, so names decide.
 */
export function startsHeat(
  kind: DeviceKind,
  command:
    | Readonly<{ kind: 'service'; identifier: string }>
    | Readonly<{ kind: 'property.set'; params: Readonly<Record<string, unknown>> }>,
): boolean {
  if (kind !== 'oven') return false
  if (command.kind === 'service') return heatingService.test(ownName(command.identifier))
  return Object.entries(command.params).some(([key, value]) => heatingProperty.test(ownName(key)) && isOn(value))
}

/**
 * Whether a command may be sent again to a device that reconnects in time, because it is unknown whether the first one arrived. The thing
 * model decides this for each service and property. Commands that heat an oven are never repeatable.
 */
export function isRepeatable(
  command:
    | Readonly<{ kind: 'service'; identifier: string }>
    | Readonly<{ kind: 'property.set'; params: Readonly<Record<string, unknown>> }>,
  { properties, services }: Pick<ThingModel, 'properties' | 'services'>,
): boolean {
  if (startsHeat('oven', command)) return false
  const marked = (all: readonly Readonly<{ identifier: string; repeatable?: boolean | undefined }>[], named: string) =>
    all.some(({ identifier, repeatable }) => identifier === named && repeatable === true)
  return command.kind === 'service'
    ? marked(services, command.identifier)
    : Object.keys(command.params).every((identifier) => marked(properties, identifier))
}
