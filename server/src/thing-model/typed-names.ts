import type { TextKey } from '@brigade/contract/catalogue.ts'
import { unseenTexts } from '@brigade/contract/letters/unseen-texts.rules.ts'
import type { DataType, FunctionName } from '@brigade/contract/thing-model/thing-model.model.ts'
import { repeatedNames, wrongNames } from '@brigade/contract/thing-model/typed-name.ts'
import { refuse, textRef, type TextRef } from '../platform/refusal.ts'

type Named = Readonly<{ name: FunctionName }>
type Typed = Readonly<{ identifier: string; name: FunctionName; dataType: DataType }>
/** A property has a type, events and services have parameters. */
type Definition = Named &
  Readonly<{
    dataType?: DataType
    inputData?: readonly Typed[]
    outputData?: readonly Typed[]
  }>

/**
 * Typed names have to follow spec 5, in both languages and each at its field, and every other text needs a visible
 * character; one from an import stays unchanged.
 */
export function requireTypedNames(definition: Definition, was?: Definition): void {
  const fields: Record<string, TextKey | TextRef> = {}
  const check = (path: string, now: Named, before: Named | undefined): void => {
    for (const locale of wrongNames(now.name, before?.name)) fields[`${path}.name.${locale}`] = 'thingModel.name'
  }
  const validateList = (path: string, now: readonly Typed[] = [], before: readonly Typed[] = []): void => {
    for (const { index, locale } of repeatedNames(now, before))
      fields[`${path}.${index}.name.${locale}`] = 'thingModel.sameParameterName'
    for (const [index, one] of now.entries()) {
      const old = before.find(({ identifier }) => identifier === one.identifier)
      check(`${path}.${index}`, one, old)
      validateType(`${path}.${index}.dataType`, one.dataType, old?.dataType)
    }
  }
  const validateType = (path: string, now: DataType | undefined, before: DataType | undefined): void => {
    if (now?.type === 'struct')
      validateList(`${path}.members`, now.members, before?.type === 'struct' ? before.members : [])
    if (now?.type === 'array')
      validateType(`${path}.item`, now.item, before?.type === 'array' ? before.item : undefined)
  }
  check('definition', definition, was)
  validateType('definition.dataType', definition.dataType, was?.dataType)
  validateList('definition.inputData', definition.inputData, was?.inputData)
  validateList('definition.outputData', definition.outputData, was?.outputData)
  for (const { path, fault } of unseenTexts(definition, was))
    fields[['definition', ...path].join('.')] ??=
      fault.key === 'field.hidden' ? textRef(fault.key, fault.params) : textRef(fault.key, fault.params)
  if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
}
