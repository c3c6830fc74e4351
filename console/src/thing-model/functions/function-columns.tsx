import { callWords } from '@brigade/contract/thing-model/describe-function.ts'
import { describeCount, describeNumber, describeRange, typeName } from '@brigade/contract/thing-model/describe-type.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { eventTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { useMemo, type ReactNode } from 'react'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Text } from '../../ui/layout/layout.tsx'
import css from './functions.module.css'
import { functionsText, kindWords } from './functions.text.ts'
import { registerOf, type ModelFunction } from './model-functions.ts'

type Options = {
  /** The columns of registers are left out when there are none. */
  functions: readonly ModelFunction[]
  onOpen?: (identifier: string) => void
  changeOf?: (identifier: string) => ReactNode
}

/** The columns of a table of functions: name, bounds, and register in a Modbus device. */
export function useFunctionColumns({ functions, onOpen, changeOf }: Options): readonly Column<ModelFunction>[] {
  const w = useWords(functionsText)
  const locale = useLocale()
  const hasRegisters = functions.some(({ definition }) => registerOf(definition) !== undefined)
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.name,
        width: 168,
        identifies: true,
        cell: ({ definition }) =>
          onOpen === undefined ? (
            <Text.b weight="500">{definition.name[locale]}</Text.b>
          ) : (
            <Text.button
              overflow="hidden"
              weight="500"
              tone="link"
              within
              ellipsis
              middle
              type="button"
              className={css.open}
              onClick={() => onOpen(definition.identifier)}
            >
              {definition.name[locale]}
            </Text.button>
          ),
      },
      {
        key: 'identifier',
        title: w.identifier,
        width: 152,
        cell: ({ definition }) => <span className="mono">{definition.identifier}</span>,
      },
      { key: 'kind', title: w.kind, width: 76, cell: ({ kind }) => kindWords[kind][locale] },
      { key: 'type', title: w.type, width: 96, cell: (one) => typeCell(one, locale) },
      { key: 'access', title: w.access, width: 76, cell: (one) => accessCell(one) },
      { key: 'range', title: w.range, width: 152, cell: (one) => rangeCell(one, locale) },
      { key: 'step', title: w.step, width: 64, align: 'end', cell: stepCell },
      ...(hasRegisters ? registerColumns(w) : []),
      ...(changeOf === undefined
        ? []
        : [
            {
              key: 'change',
              title: w.change,
              width: 104,
              cell: ({ definition }: ModelFunction) => changeOf(definition.identifier) ?? ' ',
            },
          ]),
    ],
    [w, locale, hasRegisters, onOpen, changeOf],
  )
}

function typeCell({ definition }: ModelFunction, locale: Locale): ReactNode {
  if ('accessMode' in definition) return <span className="mono">{typeName(definition.dataType, locale)}</span>
  return 'callType' in definition ? callWords[definition.callType][locale] : eventTypeWords[definition.type][locale]
}

const accessCell = ({ definition }: ModelFunction): ReactNode =>
  'accessMode' in definition ? <span className="mono">{definition.accessMode}</span> : null

function rangeCell({ definition }: ModelFunction, locale: Locale): string {
  if ('accessMode' in definition) return describeRange(definition.dataType, locale)
  const outputs = describeCount(definition.outputData.length, 'outputs', locale)
  return 'callType' in definition
    ? `${describeCount(definition.inputData.length, 'inputs', locale)}, ${outputs}`
    : outputs
}

function stepCell({ definition }: ModelFunction): string {
  if (!('accessMode' in definition) || !isNumberType(definition.dataType)) return ''
  const { step } = definition.dataType
  return step === undefined ? '' : describeNumber(step)
}

const registerColumns = (w: WordsOf<typeof functionsText>): readonly Column<ModelFunction>[] => [
  {
    key: 'register',
    title: w.register,
    width: 80,
    cell: ({ definition }) => <span className="mono">{registerOf(definition)?.registerAddress ?? '-'}</span>,
  },
  number('coefficient', w.coefficient, 68, ({ coefficient }) => describeNumber(coefficient)),
  number('bytes', w.bytes, 60, ({ byteLength }) => String(byteLength)),
  {
    key: 'signed',
    title: w.signed,
    width: 68,
    cell: ({ definition }) => {
      const register = registerOf(definition)
      return register === undefined ? '' : register.signed ? w.yes : w.no
    },
  },
  number('report', w.report, 84, ({ reportFrequencyMs }) => describeNumber(reportFrequencyMs / 1000)),
]

type Register = NonNullable<ReturnType<typeof registerOf>>
const number = (
  key: string,
  title: string,
  width: number,
  format: (register: Register) => string,
): Column<ModelFunction> => ({
  key,
  title,
  width,
  align: 'end',
  cell: ({ definition }) => {
    const register = registerOf(definition)
    return register === undefined ? '' : format(register)
  },
})
