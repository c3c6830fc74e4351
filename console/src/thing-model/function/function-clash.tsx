import { describeOnlyWhile } from '@brigade/contract/thing-model/describe-function.ts'
import { describeType } from '@brigade/contract/thing-model/describe-type.ts'
import { registerParts } from '@brigade/contract/thing-model/describe-register.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { eventTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import type { Parameter } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { CallError } from '../../platform/call-error.ts'
import { emptyValue, orDash } from '../../platform/format.ts'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { mergeEdits } from '../../ui/form/merge-edits.ts'
import { functionText } from './function.text.ts'
import { checkedAs, partsOf, type PartName } from './function-parts.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

type Props = {
  /** The refusal. */
  by: CallError
  base: KindOfFunction
  now: KindOfFunction
  mine: KindOfFunction
  onGoOn: (values: KindOfFunction, now: KindOfFunction) => void
}

/** Shows, part by part, what both people changed in this function, and which changes were taken over. */
export function FunctionClash({ by, base, now, mine, onGoOn }: Props) {
  const w = useWords(functionText)
  const locale = useLocale()
  const { merged, taken, clashes } = mergeEdits(partsOf(base), partsOf(mine), partsOf(now))
  const together = checkedAs(merged, mine)
  return (
    <EditClash
      message={by.messageIn(locale)}
      clashes={clashes.map((part) => ({
        key: part,
        label: labelOf(part, w),
        mine: describePart(part, mine, w, locale),
        theirs: describePart(part, now, w, locale),
      }))}
      taken={taken.map((part) => labelOf(part, w))}
      onKeepMine={() => onGoOn(together, now)}
      onTakeTheirs={() => onGoOn(now, now)}
    />
  )
}

type W = WordsOf<typeof functionText>

const labelOf = (part: PartName, w: W): string =>
  ({
    identifier: w.identifier,
    en: w.nameEn,
    zh: w.nameZh,
    description: w.description,
    required: w.required,
    repeatable: w.repeatable,
    accessMode: w.access,
    dataType: w.dataType,
    defaultValue: w.defaultValue,
    onlyWhile: w.onlyWhile,
    modbus: w.register,
    type: w.eventType,
    callType: w.callType,
    inputData: w.inputs,
    outputData: w.outputs,
  })[part]

function describePart(part: PartName, { kind, definition }: KindOfFunction, w: W, locale: Locale): string {
  const list = (parameters: readonly Parameter[]): string =>
    orDash(parameters.map((one) => `${one.identifier} ${describeType(one.dataType, locale)}`).join('; '))
  switch (part) {
    case 'identifier':
      return definition.identifier
    case 'en':
    case 'zh':
      return definition.name[part]
    case 'description':
      return orDash(definition.description)
    case 'required':
      return definition.required ? w.required : emptyValue
    default:
      break
  }
  if (part === 'repeatable')
    return 'repeatable' in definition && definition.repeatable === true ? w.repeatable : emptyValue
  if (kind === 'property') {
    const { accessMode, dataType, defaultValue, modbus, onlyWhile } = definition
    if (part === 'accessMode') return accessMode === 'rw' ? w.readWrite : w.readOnly
    if (part === 'dataType') return describeType(dataType, locale)
    if (part === 'defaultValue') return orDash(defaultValue === undefined ? '' : String(defaultValue))
    if (part === 'onlyWhile') return onlyWhile === undefined ? emptyValue : describeOnlyWhile(onlyWhile)
    if (modbus === undefined) return emptyValue
    return registerParts(modbus, locale)
      .filter(({ isMain }) => isMain)
      .map(({ tokens }) => tokens.join(''))
      .join(' ')
  }
  if (kind === 'event') return part === 'type' ? eventTypeWords[definition.type][locale] : list(definition.outputData)
  if (part === 'callType') return definition.callType === 'sync' ? w.sync : w.async
  return list(part === 'inputData' ? definition.inputData : definition.outputData)
}
