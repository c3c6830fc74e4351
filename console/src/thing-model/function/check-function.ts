import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { unseenTexts } from '@brigade/contract/letters/unseen-texts.rules.ts'
import { formatText } from '@brigade/contract/text.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import {
  DataType,
  EventFunction,
  Property,
  ServiceFunction,
  type FunctionName,
  type Parameter,
} from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkValue, problemMessage } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { thingModelText } from '@brigade/contract/thing-model/thing-model.text.ts'
import { repeatedNames, wrongNames } from '@brigade/contract/thing-model/typed-name.ts'
import { readFunction, type KindOfFunction, type TypedFunction } from '../typed/typed-function.ts'
import { readType, type TypedLabel, type TypedParameter, type TypedType } from '../typed/typed-type.ts'

type Known = Readonly<{
  kind: FunctionKind
  /** The function before the edit. A name that was imported may stay, even against the rules. */
  was: KindOfFunction | null
  /** The identifiers of the other functions of the draft. */
  taken: ReadonlySet<string>
}>

/** The typed definition, or null when it is not valid, and the messages by the path of their fields. */
export type CheckedFunction = Readonly<{ of: KindOfFunction | null; errors: Readonly<Record<string, string>> }>

const words = { ...fieldText, ...thingModelText }

/** Applies every rule of spec 5 and of the contract to the form. Each message belongs to its field. */
export function checkFunction(typed: TypedFunction, { kind, was, taken }: Known, locale: Locale): CheckedFunction {
  const read = readFunction(kind, typed)
  const own = ownErrors(typed, { kind, was, taken }, locale)
  const parsed = parse(kind, read)
  // The message of a list about two equal entries is dropped when the entries have their own messages.
  const bySchema = Object.entries(parsed.ok === null ? messagesByPath(parsed.issues, locale, words) : {}).filter(
    ([path]) => !Object.keys(own).some((field) => field.startsWith(`${path}.`)),
  )
  const errors = { ...unseenErrors(read, was, locale), ...Object.fromEntries(bySchema), ...own }
  return { of: Object.keys(errors).length === 0 ? parsed.ok : null, errors }
}

const unseenErrors = (read: unknown, was: KindOfFunction | null, locale: Locale): Record<string, string> =>
  Object.fromEntries(
    unseenTexts(read, was?.definition).map(({ path, fault }) => [
      path.join('.'),
      formatText(fieldText[fault.key], locale, fault.params),
    ]),
  )

type Parsed = { ok: KindOfFunction; issues: [] } | { ok: null; issues: Parameters<typeof messagesByPath>[0] }

function parse(kind: FunctionKind, read: unknown): Parsed {
  switch (kind) {
    case 'property': {
      const { success, data, error } = Property.safeParse(read, { reportInput: true })
      return success ? { ok: { kind, definition: data }, issues: [] } : { ok: null, issues: error.issues }
    }
    case 'event': {
      const { success, data, error } = EventFunction.safeParse(read, { reportInput: true })
      return success ? { ok: { kind, definition: data }, issues: [] } : { ok: null, issues: error.issues }
    }
    case 'service': {
      const { success, data, error } = ServiceFunction.safeParse(read, { reportInput: true })
      return success ? { ok: { kind, definition: data }, issues: [] } : { ok: null, issues: error.issues }
    }
  }
}

/** Checks what the schemas leave to the form: entered names, duplicates in the draft, and the default value. */
function ownErrors(typed: TypedFunction, { kind, was, taken }: Known, locale: Locale): Record<string, string> {
  const errors: Record<string, string> = {}
  const addProblem = (path: string, key: keyof typeof thingModelText & keyof typeof plainWords): void => {
    errors[path] ??= formatText(plainWords[key], locale)
  }
  const checkName = (path: string, label: TypedLabel, before: FunctionName | undefined): void => {
    const name = { en: label.en.trim(), zh: label.zh.trim() }
    // The schema reports an empty name.
    for (const language of wrongNames(name, before))
      if (name[language] !== '') addProblem(`${path}name.${language}`, 'thingModel.name')
  }
  const checkParameters = (path: string, list: readonly TypedParameter[], before: readonly Parameter[]): void => {
    const seen = new Set<string>()
    const named = list.map(({ identifier, en, zh }) => ({
      identifier: identifier.trim(),
      name: { en: en.trim(), zh: zh.trim() },
    }))
    for (const { index, locale: language } of repeatedNames(named, before))
      addProblem(`${path}.${index}.name.${language}`, 'thingModel.sameParameterName')
    for (const [index, parameter] of list.entries()) {
      const identifier = parameter.identifier.trim()
      const at = `${path}.${index}.`
      if (identifier !== '' && seen.has(identifier)) addProblem(`${at}identifier`, 'thingModel.sameParameter')
      seen.add(identifier)
      const old = before.find((one) => one.identifier === identifier)
      checkName(at, parameter, old?.name)
      checkType(`${at}dataType`, parameter.dataType, old?.dataType)
    }
  }
  const checkType = (path: string, type: TypedType, before: DataType | undefined): void => {
    if (type.type === 'enum') {
      const seen = new Set<string>()
      for (const [index, item] of type.items.entries()) {
        const value = item.value.trim()
        if (value !== '' && seen.has(value)) addProblem(`${path}.items.${index}.value`, 'thingModel.sameValue')
        seen.add(value)
      }
    }
    if (type.type === 'struct')
      checkParameters(`${path}.members`, type.members, before?.type === 'struct' ? before.members : [])
    if (type.type === 'array' && type.item !== null)
      checkType(`${path}.item`, type.item, before?.type === 'array' ? before.item : undefined)
  }

  checkName('', typed, was?.definition.name)
  if (taken.has(typed.identifier.trim())) addProblem('identifier', 'thingModel.sameIdentifier')
  if (kind === 'property') {
    checkType('dataType', typed.dataType, was?.kind === 'property' ? was.definition.dataType : undefined)
    const message = defaultError(typed, locale)
    if (message !== undefined) errors['defaultValue'] = message
  }
  if (kind === 'event')
    checkParameters('outputData', typed.outputData, was?.kind === 'event' ? was.definition.outputData : [])
  if (kind === 'service') {
    const before = was?.kind === 'service' ? was.definition : { inputData: [], outputData: [] }
    checkParameters('inputData', typed.inputData, before.inputData)
    checkParameters('outputData', typed.outputData, before.outputData)
  }
  return errors
}

const plainWords = {
  'thingModel.name': thingModelText['thingModel.name'],
  'thingModel.sameParameter': thingModelText['thingModel.sameParameter'],
  'thingModel.sameParameterName': thingModelText['thingModel.sameParameterName'],
  'thingModel.sameIdentifier': thingModelText['thingModel.sameIdentifier'],
  'thingModel.sameValue': thingModelText['thingModel.sameValue'],
}

/** The default must be a value that could be set. */
function defaultError(typed: TypedFunction, locale: Locale): string | undefined {
  const read = readFunction('property', typed)
  const value = typeof read === 'object' && read !== null && 'defaultValue' in read ? read.defaultValue : undefined
  const dataType = DataType.safeParse(readType(typed.dataType))
  if (value === undefined || !dataType.success) return undefined
  const name = { en: typed.en || typed.identifier, zh: typed.zh || typed.identifier }
  const checked = checkValue({ identifier: typed.identifier, name, dataType: dataType.data }, value, 'down')
  return checked.ok ? undefined : problemMessage(checked, locale)
}
