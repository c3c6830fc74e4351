import { folded } from '@brigade/contract/letters/folded.ts'
import type { Definition } from '@brigade/contract/thing-model/describe-function.ts'
import type { Modbus, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

export type ModelFunction = KindOfFunction

/** All functions of a model: properties, events, services, each in their order. */
export const functionsOf = ({ properties, events, services }: ThingModel): readonly ModelFunction[] => [
  ...properties.map((definition) => ({ kind: 'property' as const, definition })),
  ...events.map((definition) => ({ kind: 'event' as const, definition })),
  ...services.map((definition) => ({ kind: 'service' as const, definition })),
]

export const registerOf = (definition: Definition): Modbus | undefined =>
  'accessMode' in definition ? definition.modbus : undefined

/** True if the name in either language, the identifier or the register contains the typed text. */
export function isFound({ definition }: ModelFunction, typed: string): boolean {
  const wanted = folded(typed.trim())
  const { name, identifier } = definition
  const register = registerOf(definition)?.registerAddress ?? ''
  return [name.en, name.zh, identifier, register].some((text) => folded(text).includes(wanted))
}
