import type { Locale } from '../../locale.ts'
import { moduleOf, type Module, type ThingModel } from '../thing-model.model.ts'
import type { ModelFormat } from '../model-draft.model.ts'
import { toModbusConfig } from '../modbus/modbus-config.ts'
import { toTsl, toTslModule } from './tsl.ts'
import type { FunctionOrder, TslProfile } from './tsl-reader.ts'
import { toApiDialect } from './api-dialect.ts'
import { asItCame, type AsWritten, type ModelFile } from './as-written.ts'

/**
 * Returns the documents of a format; for `zip` and `bundle` the files of one ZIP. `written`: the imported entries,
 * which are exported unchanged if nobody has edited them.
 */
export function modelFilesOf(
  model: ThingModel,
  profile: TslProfile,
  locale: Locale,
  format: ModelFormat,
  written: AsWritten = {},
): readonly ModelFile[] {
  return asItCame(filesOf(model, profile, locale, format), model, written)
}

function filesOf(model: ThingModel, profile: TslProfile, locale: Locale, format: ModelFormat): readonly ModelFile[] {
  const registers = (): ModelFile => ({ name: 'registers.json', json: toModbusConfig(model) })
  switch (format) {
    case 'alink':
      return [{ name: 'model.json', json: toTsl(model, profile, locale) }]
    case 'api':
      return [{ name: 'model.json', json: toApiDialect(model, profile, locale) }]
    case 'modbus':
      return [registers()]
    case 'zip':
      return toModelFiles(model, profile, locale)
    case 'bundle':
      return [...toModelFiles(model, profile, locale), registers()]
  }
}

/**
 * The Alink documents of a model, one for each module, the default one first; in the document of a module its identifiers have no prefix.
 * If functions of modules are between others, the first document has their order (`functionOrder`).
 */
export function toModelFiles(model: ThingModel, profile: TslProfile, locale: Locale): ModelFile[] {
  const { modules = [] } = model
  const order = orderOf(model)
  const main = toTsl({ ...functionsOf(model, undefined), modules }, profile, locale)
  return [
    { name: 'model.json', json: order === undefined ? main : { ...main, functionOrder: order } },
    ...modules.map((module) => ({
      name: `module-${module.identifier}.json`,
      json: toTslModule(module, functionsOf(model, module), profile, locale),
    })),
  ]
}

const functionKinds = ['properties', 'events', 'services'] as const

/** The functions of one module, named as in its document. */
function functionsOf({ properties, events, services }: ThingModel, module: Module | undefined): ThingModel {
  const own = <T extends { identifier: string }>(functions: readonly T[]): T[] =>
    functions
      .filter(({ identifier }) => moduleOf(identifier) === module?.identifier)
      .map((one) => ({
        ...one,
        identifier: one.identifier.slice(module === undefined ? 0 : module.identifier.length + 1),
      }))
  return { properties: own(properties), events: own(events), services: own(services) }
}

/** Undefined if the files in sequence already have the order. */
function orderOf(model: ThingModel): FunctionOrder | undefined {
  const places = [undefined, ...(model.modules ?? []).map(({ identifier }) => identifier)]
  const order: FunctionOrder = {}
  for (const kind of functionKinds) {
    const identifiers = model[kind].map(({ identifier }) => identifier)
    const natural = places.flatMap((module) => identifiers.filter((identifier) => moduleOf(identifier) === module))
    if (identifiers.some((identifier, index) => identifier !== natural[index])) order[kind] = identifiers
  }
  return Object.keys(order).length === 0 ? undefined : order
}
