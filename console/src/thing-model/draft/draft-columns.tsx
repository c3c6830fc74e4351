import { describeCount, describeNumber, describeRange, typeName } from '@brigade/contract/thing-model/describe-type.ts'
import { callWords } from '@brigade/contract/thing-model/describe-function.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Modbus } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { eventTypeWords, missingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useMemo, type ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { functionsText, kindWords } from '../functions/functions.text.ts'
import { registerOf } from '../functions/model-functions.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'
import { ChangeBadge } from '../publish/change-badge.tsx'
import type { DraftRow } from './draft-rows.ts'
import css from './draft.module.css'
import { draftFunctionsText } from './draft.text.ts'

type Options = {
  /** The product uses Modbus: its properties have registers. */
  hasRegisters: boolean
  /** Absent if the caller may only read. */
  onOpen: ((row: DraftRow) => void) | undefined
}

/** The columns show each function of the draft, its location, and its difference from the published version. */
export function useDraftColumns({ hasRegisters, onOpen }: Options): readonly Column<DraftRow>[] {
  const w = useWords(functionsText)
  const d = useWords(draftFunctionsText)
  const locale = useLocale()
  return useMemo(() => {
    const registers: readonly Column<DraftRow>[] = [
      {
        key: 'register',
        title: w.register,
        width: 72,
        cell: ({ of, missing }) => (
          <Text tone={missing.length > 0 ? 'bad' : undefined} className="mono">
            {registerOf(of.definition)?.registerAddress ?? '-'}
          </Text>
        ),
      },
      figure('coefficient', w.coefficient, 60, ({ coefficient }) => describeNumber(coefficient)),
      figure('bytes', w.bytes, 52, ({ byteLength }) => String(byteLength)),
      {
        key: 'signed',
        title: w.signed,
        width: 60,
        cell: ({ of }) => {
          const register = registerOf(of.definition)
          return register === undefined ? '' : register.signed ? w.yes : w.no
        },
      },
      figure('report', w.report, 84, ({ reportFrequencyMs }) => describeNumber(reportFrequencyMs / 1000)),
    ]
    const required: Column<DraftRow> = {
      key: 'required',
      title: d.required,
      width: 68,
      cell: ({ of }) => (of.definition.required ? w.yes : w.no),
    }
    const change: Column<DraftRow> = {
      key: 'change',
      title: w.change,
      width: 104,
      cell: (row) => <ChangeCell row={row} locale={locale} />,
    }
    const columns: readonly Column<DraftRow>[] = [
      {
        key: 'name',
        title: w.name,
        width: 176,
        identifies: true,
        cell: (row) => <NameCell row={row} locale={locale} onOpen={onOpen} openLabel={d.open} />,
      },
      {
        key: 'identifier',
        title: w.identifier,
        width: 136,
        cell: ({ of }) => <span className="mono">{of.definition.identifier}</span>,
      },
      { key: 'kind', title: w.kind, width: 76, cell: ({ of }) => kindWords[of.kind][locale] },
      { key: 'type', title: w.type, width: 76, cell: ({ of }) => typeCell(of, locale) },
      {
        key: 'access',
        title: w.access,
        width: 64,
        cell: ({ of }) => (of.kind === 'property' ? <span className="mono">{of.definition.accessMode}</span> : null),
      },
      { key: 'range', title: w.range, cell: ({ of }) => rangeCell(of, locale) },
      { key: 'step', title: w.step, width: 52, align: 'end', cell: ({ of }) => stepCell(of) },
      // Registers take the room of a screen: the changes come before them, in sight.
      ...(hasRegisters ? [change, ...registers, required] : [required, change]),
    ]
    return columns
  }, [w, d, locale, hasRegisters, onOpen])
}

type NameProps = Pick<Options, 'onOpen'> & {
  row: DraftRow
  locale: Locale
  openLabel: (of: { name: string }) => string
}

/** The name in the language on screen, the other one under it. */
function NameCell({ row, locale, onOpen, openLabel }: NameProps) {
  const { name } = row.of.definition
  return (
    <Stack.span line="18" shrink className={css.name}>
      {onOpen === undefined || row.isRemoved ? (
        <Text.b weight="550" within data-cut="">
          {name[locale]}
        </Text.b>
      ) : (
        <Text.button
          weight="550"
          within
          type="button"
          data-cut=""
          aria-label={openLabel({ name: name[locale] })}
          onClick={() => onOpen(row)}
        >
          {name[locale]}
        </Text.button>
      )}
      <Text.small size="2xs" line="16" tone="ink-3" data-cut="" lang={locale === 'en' ? 'zh-CN' : 'en'}>
        {name[locale === 'en' ? 'zh' : 'en']}
      </Text.small>
    </Stack.span>
  )
}

function typeCell(of: KindOfFunction, locale: Locale): ReactNode {
  if (of.kind === 'property') return <span className="mono">{typeName(of.definition.dataType, locale)}</span>
  return of.kind === 'event' ? eventTypeWords[of.definition.type][locale] : callWords[of.definition.callType][locale]
}

function rangeCell(of: KindOfFunction, locale: Locale): string {
  if (of.kind === 'property') return describeRange(of.definition.dataType, locale)
  const outputs = describeCount(of.definition.outputData.length, 'outputs', locale)
  const mark = locale === 'en' ? ', ' : '，'
  return of.kind === 'event'
    ? outputs
    : [describeCount(of.definition.inputData.length, 'inputs', locale), outputs].join(mark)
}

function stepCell(of: KindOfFunction): string {
  if (of.kind !== 'property' || !isNumberType(of.definition.dataType)) return ''
  const { step } = of.definition.dataType
  return step === undefined ? '' : describeNumber(step)
}

/** The cell shows the change against the published version. A missing detail takes precedence. */
function ChangeCell({ row, locale }: { row: DraftRow; locale: Locale }) {
  const { change, missing } = row
  const [first] = missing
  if (first !== undefined) {
    return (
      <Row.span gap="6" align="center" size="xs" tone="bad" overflow="hidden" ellipsis data-cut="">
        <StateShape name="error" size="tiny" />
        {missingWords[first.reason][locale]}
      </Row.span>
    )
  }
  if (change === null) return ' '
  return (
    <Stack.span data-stays="">
      <ChangeBadge name={change.change} />
      {change.breaking.length > 0 ? <ChangeBadge name="breaking" /> : null}
    </Stack.span>
  )
}

const figure = (key: string, title: string, width: number, format: (register: Modbus) => string): Column<DraftRow> => ({
  key,
  title,
  width,
  align: 'end',
  cell: ({ of }) => {
    const register = registerOf(of.definition)
    return register === undefined ? '' : format(register)
  },
})
