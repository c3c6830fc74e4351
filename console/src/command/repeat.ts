import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, findService, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Units } from '../platform/units.ts'
import { checkCall, checkSetting, typedOf, type Draft } from './command-draft.ts'
import { resetService } from './command-words.ts'

/** A command as it is typed into its form. */
export type Repeat = { kind: 'property'; draft: Draft } | { kind: 'service'; identifier: string; draft: Draft }
/** Why a command cannot be repeated: a key of the words of commands. */
type WhyNotRepeated = 'repeatReset' | 'repeatUnknown' | 'repeatNotAllowed' | 'repeatAlready'

/**
 * An earlier command, filled into the form of the thing model that is published now. It goes the same way as what is typed: its
 * values are seen, checked and confirmed again.
 */
export function repeatOf(
  { kind, identifier, params }: Pick<CommandRow, 'kind' | 'identifier' | 'params'>,
  model: ThingModel,
  reported: (identifier: string) => unknown,
  units: Units,
): Repeat | WhyNotRepeated {
  if (kind === 'service') {
    if (identifier === resetService) return 'repeatReset'
    const service = findService(model, identifier)
    if (service === undefined) return 'repeatUnknown'
    const draft = Object.fromEntries(
      service.inputData.map((one) => [one.identifier, typedOf(one.dataType, params[one.identifier], units)]),
    )
    const isWhole = Object.keys(params).every((name) => name in draft)
    return isWhole && checkCall(service.inputData, draft, units).ok
      ? { kind: 'service', identifier, draft }
      : 'repeatNotAllowed'
  }
  const properties = Object.keys(params).map((name) => findProperty(model, name))
  if (!properties.every((property) => property !== undefined && isWritable(property))) return 'repeatUnknown'
  const draft: Draft = Object.fromEntries(
    properties.flatMap((property) =>
      property === undefined
        ? []
        : [[property.identifier, typedOf(property.dataType, params[property.identifier], units)] as const],
    ),
  )
  const { changes, problems } = checkSetting(model, draft, reported, units)
  if (Object.keys(problems).length > 0) return 'repeatNotAllowed'
  return changes.length === 0 ? 'repeatAlready' : { kind: 'property', draft }
}
