import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useMemo } from 'react'
import { useSend } from '../../platform/query.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

/** The calls that change the functions of a draft, for each kind. A refusal is thrown. */
export function useFunctionWrites(productId: string) {
  const { mutateAsync: addProperty } = useSend(thingModelApi.addProperty, { quiet: true })
  const { mutateAsync: addEvent } = useSend(thingModelApi.addEvent, { quiet: true })
  const { mutateAsync: addService } = useSend(thingModelApi.addService, { quiet: true })
  const { mutateAsync: updateProperty } = useSend(thingModelApi.updateProperty, { quiet: true })
  const { mutateAsync: updateEvent } = useSend(thingModelApi.updateEvent, { quiet: true })
  const { mutateAsync: updateService } = useSend(thingModelApi.updateService, { quiet: true })
  const { mutateAsync: removeProperties } = useSend(thingModelApi.removeProperties, { quiet: true })
  const { mutateAsync: removeEvents } = useSend(thingModelApi.removeEvents, { quiet: true })
  const { mutateAsync: removeServices } = useSend(thingModelApi.removeServices, { quiet: true })
  const { mutateAsync: order } = useSend(thingModelApi.order, { quiet: true })
  return useMemo(
    () => ({
      /** `was`: the former definition of a function that is restored. */
      add: async (of: KindOfFunction, was: KindOfFunction | null): Promise<void> => {
        if (of.kind === 'property')
          await addProperty({
            productId,
            definition: of.definition,
            ...(was?.kind === 'property' ? { was: was.definition } : {}),
          })
        else if (of.kind === 'event')
          await addEvent({
            productId,
            definition: of.definition,
            ...(was?.kind === 'event' ? { was: was.definition } : {}),
          })
        else
          await addService({
            productId,
            definition: of.definition,
            ...(was?.kind === 'service' ? { was: was.definition } : {}),
          })
      },
      update: async (was: KindOfFunction, of: KindOfFunction): Promise<void> => {
        if (of.kind === 'property' && was.kind === 'property')
          await updateProperty({ productId, was: was.definition, definition: of.definition })
        else if (of.kind === 'event' && was.kind === 'event')
          await updateEvent({ productId, was: was.definition, definition: of.definition })
        else if (of.kind === 'service' && was.kind === 'service')
          await updateService({ productId, was: was.definition, definition: of.definition })
      },
      remove: async (kind: FunctionKind, identifiers: readonly string[]): Promise<void> => {
        const body = { productId, identifiers: [...identifiers] }
        if (kind === 'property') await removeProperties(body)
        else if (kind === 'event') await removeEvents(body)
        else await removeServices(body)
      },
      order: async (kind: FunctionKind, identifiers: readonly string[]): Promise<void> => {
        await order({ productId, kind, identifiers: [...identifiers] })
      },
    }),
    [
      productId,
      addProperty,
      addEvent,
      addService,
      updateProperty,
      updateEvent,
      updateService,
      removeProperties,
      removeEvents,
      removeServices,
      order,
    ],
  )
}
