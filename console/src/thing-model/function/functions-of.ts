import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

/** The functions of a model, each with its kind. */
export const functionKinds = ['property', 'event', 'service'] as const satisfies readonly FunctionKind[]

export function functionsOf(model: ThingModel): readonly KindOfFunction[] {
  return [
    ...model.properties.map((definition) => ({ kind: 'property', definition }) as const),
    ...model.events.map((definition) => ({ kind: 'event', definition }) as const),
    ...model.services.map((definition) => ({ kind: 'service', definition }) as const),
  ]
}

export const findFunction = (model: ThingModel, kind: FunctionKind, identifier: string): KindOfFunction | null =>
  functionsOf(model).find((of) => of.kind === kind && of.definition.identifier === identifier) ?? null
