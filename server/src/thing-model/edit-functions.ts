import type { z } from 'zod'
import type {
  EventPush,
  EventUpdate,
  FunctionOrder,
  FunctionsRemove,
  PropertyPush,
  PropertyUpdate,
  ServicePush,
  ServiceUpdate,
} from '@brigade/contract/thing-model/model-draft.model.ts'
import type { FunctionName, Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkValue } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { refuse, textRef } from '../platform/refusal.ts'
import { isSame, type DraftCtx } from './drafts.ts'
import { editDraft, type Saved } from './edit-draft.ts'
import { requireTypedNames } from './typed-names.ts'

type Named = Readonly<{ identifier: string; name: FunctionName }>
type Pushed<T> = Readonly<{ productId: string; definition: T }>
type Updated<T> = Pushed<T> & Readonly<{ was: T }>
type Added<T> = Pushed<T> & Readonly<{ was?: T | undefined }>

const isTaken = (model: ThingModel, identifier: string): boolean =>
  [...model.properties, ...model.events, ...model.services].some((each) => each.identifier === identifier)

function requireFree(model: ThingModel, identifier: string): void {
  if (isTaken(model, identifier))
    refuse('field.refused', undefined, { fields: { 'definition.identifier': 'thingModel.sameIdentifier' } })
}

function withAdded<T extends Named>(model: ThingModel, list: readonly T[], { definition, was }: Added<T>): T[] {
  requireTypedNames(definition, was)
  requireFree(model, definition.identifier)
  return [...list, definition]
}

/** Replaces a function at its position, perhaps with another identifier. `was` is its state when the edit began. */
function withUpdated<T extends Named>(model: ThingModel, list: readonly T[], { was, definition }: Updated<T>): T[] {
  const now = list.find(({ identifier }) => identifier === was.identifier) ?? refuse('thingModel.functionUnknown')
  if (!isSame(now, was)) refuse('thingModel.changedMeanwhile')
  requireTypedNames(definition, was)
  if (definition.identifier !== was.identifier) requireFree(model, definition.identifier)
  return list.map((each) => (each === now ? definition : each))
}

/** Removes all of them or none. */
function without<T extends Named>(list: readonly T[], identifiers: readonly string[]): T[] {
  const there = new Set(list.map(({ identifier }) => identifier))
  if (!identifiers.every((identifier) => there.has(identifier))) refuse('thingModel.functionUnknown')
  return list.filter(({ identifier }) => !identifiers.includes(identifier))
}

function ordered<T extends Named>(list: readonly T[], identifiers: readonly string[]): T[] {
  const byIdentifier = new Map(list.map((each) => [each.identifier, each]))
  const found = [...new Set(identifiers)].flatMap((identifier) => byIdentifier.get(identifier) ?? [])
  if (found.length !== list.length || identifiers.length !== list.length) refuse('thingModel.orderIncomplete')
  return found
}

/** A default has to be a valid value; one from an import stays while neither it nor the type is edited. */
function requireDefault(definition: Property, was?: Property): void {
  const { defaultValue, dataType } = definition
  if (defaultValue === undefined || isSame([defaultValue, dataType], [was?.defaultValue, was?.dataType])) return
  const problem = checkValue(definition, defaultValue, 'down')
  if (!problem.ok)
    refuse('field.refused', undefined, {
      fields: { 'definition.defaultValue': textRef('device.wrongValue', { problem }) },
    })
}

export function addProperty(ctx: DraftCtx, body: z.output<typeof PropertyPush>): Promise<Saved> {
  return editDraft(ctx, body.productId, (model) => {
    requireDefault(body.definition)
    return { ...model, properties: withAdded(model, model.properties, body) }
  })
}
export const addEvent = (ctx: DraftCtx, body: z.output<typeof EventPush>): Promise<Saved> =>
  editDraft(ctx, body.productId, (model) => ({ ...model, events: withAdded(model, model.events, body) }))
export const addService = (ctx: DraftCtx, body: z.output<typeof ServicePush>): Promise<Saved> =>
  editDraft(ctx, body.productId, (model) => ({ ...model, services: withAdded(model, model.services, body) }))

export function updateProperty(ctx: DraftCtx, body: z.output<typeof PropertyUpdate>): Promise<Saved> {
  return editDraft(ctx, body.productId, (model) => {
    const properties = withUpdated(model, model.properties, body)
    requireDefault(body.definition, body.was)
    return { ...model, properties }
  })
}
export const updateEvent = (ctx: DraftCtx, body: z.output<typeof EventUpdate>): Promise<Saved> =>
  editDraft(ctx, body.productId, (model) => ({ ...model, events: withUpdated(model, model.events, body) }))
export const updateService = (ctx: DraftCtx, body: z.output<typeof ServiceUpdate>): Promise<Saved> =>
  editDraft(ctx, body.productId, (model) => ({ ...model, services: withUpdated(model, model.services, body) }))

type Removal = z.output<typeof FunctionsRemove>
export const removeProperties = (ctx: DraftCtx, { productId, identifiers }: Removal): Promise<Saved> =>
  editDraft(ctx, productId, (model) => ({ ...model, properties: without(model.properties, identifiers) }))
export const removeEvents = (ctx: DraftCtx, { productId, identifiers }: Removal): Promise<Saved> =>
  editDraft(ctx, productId, (model) => ({ ...model, events: without(model.events, identifiers) }))
export const removeServices = (ctx: DraftCtx, { productId, identifiers }: Removal): Promise<Saved> =>
  editDraft(ctx, productId, (model) => ({ ...model, services: without(model.services, identifiers) }))

export function orderFunctions(
  ctx: DraftCtx,
  { productId, kind, identifiers }: z.output<typeof FunctionOrder>,
): Promise<Saved> {
  return editDraft(ctx, productId, (model) => {
    if (kind === 'property') return { ...model, properties: ordered(model.properties, identifiers) }
    if (kind === 'event') return { ...model, events: ordered(model.events, identifiers) }
    return { ...model, services: ordered(model.services, identifiers) }
  })
}
