import {
  checkValue,
  findEvent,
  findProperty,
  findService,
  isNumberType,
  isWritable,
} from '../../thing-model/thing-model.rules.ts'
import type { DataTypeName, Property, ThingModel } from '../../thing-model/thing-model.model.ts'
import { templateContents, templateKinds } from './template.model.ts'
import type { EditItem, TemplateContents, TemplateFault, TemplateKind } from './template.model.ts'
import type { z } from 'zod'

/** Rules for references to functions. The editor, publishing, and the count of uses of a function share them. */

type Reason = TemplateFault['reason']
/** A place of a template that refers to a function, and the check whether that function is suitable. */
type Use = Readonly<{ path: string; identifier: string; fault: (model: ThingModel) => Reason | undefined }>

/** Any function with the identifier, so that a service in the place of a property is reported as such. */
const isThere = (model: ThingModel, identifier: string): boolean =>
  findProperty(model, identifier) !== undefined ||
  findEvent(model, identifier) !== undefined ||
  findService(model, identifier) !== undefined

const use = (path: string, identifier: string, fault: Use['fault']): Use => ({ path, identifier, fault })

const usesProperty = (path: string, identifier: string, fits: (property: Property) => Reason | undefined): Use =>
  use(path, identifier, (model) => {
    const property = findProperty(model, identifier)
    if (property !== undefined) return fits(property)
    return isThere(model, identifier) ? 'wrongType' : 'missing'
  })

const usesService = (path: string, identifier: string): Use =>
  use(path, identifier, (model) => {
    if (findService(model, identifier) !== undefined) return undefined
    return isThere(model, identifier) ? 'wrongType' : 'missing'
  })

const always = () => undefined
const plain = ({ dataType }: Property) =>
  dataType.type === 'struct' || dataType.type === 'array' ? 'wrongType' : undefined
const numeric = ({ dataType }: Property) => (isNumberType(dataType) ? undefined : 'wrongType')
/** `notWritable` takes precedence over `wrongType`, so that one mistake is reported once. */
const writable = (types: readonly DataTypeName[]) => (property: Property) =>
  isWritable(property) ? (types.includes(property.dataType.type) ? undefined : 'wrongType') : 'notWritable'

const numbers: readonly DataTypeName[] = ['int', 'float', 'double']
/** The data types that each control of editing is for. */
export const typesOfControl: Readonly<Record<z.output<typeof EditItem>['control'], readonly DataTypeName[]>> = {
  switch: ['bool'],
  slider: numbers,
  stepper: numbers,
  choice: ['enum'],
  input: ['text'],
  time: ['date'],
}
/** Types of properties that a press can set without further input. */
export const pressedTypes: readonly DataTypeName[] = ['bool', 'enum']

const usesOf: { readonly [K in TemplateKind]: (content: TemplateContents[K]) => readonly Use[] } = {
  'distribution-network': () => [],
  'params-info': ({ groups }) =>
    groups.flatMap(({ items }, group) =>
      items.map(({ property }, item) => usesProperty(`groups.${group}.items.${item}.property`, property, always)),
    ),
  'params-edit': ({ groups }) =>
    groups.flatMap(({ items }, group) =>
      items.map(({ property, control }, item) =>
        usesProperty(`groups.${group}.items.${item}.property`, property, writable(typesOfControl[control])),
      ),
    ),
  'device-control': ({ headline, controls }) => [
    ...(headline === undefined ? [] : [usesProperty('headline', headline, plain)]),
    ...controls.flatMap(({ action, identifier }, index) => {
      const path = `controls.${index}.identifier`
      if (identifier === undefined) return []
      if (action === 'set') return [usesProperty(path, identifier, writable(pressedTypes))]
      return action === 'call' ? [usesService(path, identifier)] : []
    }),
  ],
  'temperature-control': ({ zones, presets }) => [
    ...zones.flatMap(({ current, target, humidity, power }, index) => [
      usesProperty(`zones.${index}.current`, current, numeric),
      usesProperty(`zones.${index}.target`, target, writable(numbers)),
      ...(humidity === undefined ? [] : [usesProperty(`zones.${index}.humidity`, humidity, numeric)]),
      ...(power === undefined ? [] : [usesProperty(`zones.${index}.power`, power, writable(['bool']))]),
    ]),
    ...presets.map(({ temperatureC }, index) =>
      use(`presets.${index}.temperatureC`, zones[0]?.target ?? '', (model) =>
        presetFault(
          model,
          zones.map(({ target }) => target),
          temperatureC,
        ),
      ),
    ),
  ],
}

/** The app offers a preset with each zone that accepts it; one that no zone accepts would never be offered. */
function presetFault(model: ThingModel, targets: readonly string[], temperatureC: number): Reason | undefined {
  const properties = targets.flatMap((target) => findProperty(model, target) ?? [])
  const usable = properties.filter((property) => writable(numbers)(property) === undefined)
  // A target that is itself wrong is reported at its zone.
  if (usable.length === 0) return undefined
  return usable.some((property) => checkValue(property, temperatureC, 'down').ok) ? undefined : 'outOfRange'
}

/** The functions that a template refers to, each with its place in the content. Presets refer to none. */
export function functionsNamedIn<K extends TemplateKind>(
  kind: K,
  content: TemplateContents[K],
): { path: string; identifier: string }[] {
  return usesOf[kind](content)
    .filter(({ path }) => !path.startsWith('presets.'))
    .map(({ path, identifier }) => ({ path, identifier }))
}

/** Every place of a template with a function that is missing in the model, or is unsuitable for the place. */
export function templateFaults<K extends TemplateKind>(
  kind: K,
  content: TemplateContents[K],
  model: ThingModel,
): TemplateFault[] {
  return usesOf[kind](content).flatMap(({ path, identifier, fault }) => {
    const reason = fault(model)
    return reason === undefined ? [] : [{ path, identifier, reason }]
  })
}

/** Parses stored JSON as content of its kind; undefined if there is none. */
export function readTemplate<K extends TemplateKind>(kind: K, kept: unknown): TemplateContents[K] | undefined {
  if (kept === null || kept === undefined) return undefined
  return readers[kind](kept)
}
const readers: { readonly [K in TemplateKind]: (kept: unknown) => TemplateContents[K] } = {
  'distribution-network': (kept) => templateContents['distribution-network'].parse(kept),
  'params-info': (kept) => templateContents['params-info'].parse(kept),
  'device-control': (kept) => templateContents['device-control'].parse(kept),
  'params-edit': (kept) => templateContents['params-edit'].parse(kept),
  'temperature-control': (kept) => templateContents['temperature-control'].parse(kept),
}

/** All that is there of some templates, by kind, in the order in which they are shown. */
export function templatesByKind(content: (kind: TemplateKind) => unknown): {
  readonly [K in TemplateKind]?: TemplateContents[K] | undefined
} {
  return Object.fromEntries(templateKinds.map((kind) => [kind, readTemplate(kind, content(kind))]))
}
