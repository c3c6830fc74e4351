import { describeType } from '@brigade/contract/thing-model/describe-type.ts'
import type { EnumItem, Parameter } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useMemo } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { functionsText } from './functions.text.ts'

/** The choices of an enumeration. */
export function ItemTable({ title, items }: { title: string; items: readonly EnumItem[] }) {
  const w = useWords(functionsText)
  const locale = useLocale()
  const columns = useMemo(
    (): readonly Column<EnumItem>[] => [
      { key: 'value', title: w.value, width: 72, align: 'end', cell: ({ value }) => String(value) },
      { key: 'label', title: w.label, cell: (item) => item[locale] },
      { key: 'otherLabel', title: w.otherLabel, dim: true, cell: (item) => item[locale === 'en' ? 'zh' : 'en'] },
    ],
    [w, locale],
  )
  return (
    <section>
      <h3>{title}</h3>
      <Box border="line" radius="m" overflow="hidden">
        <PlainTable label={title} columns={columns} rows={items} rowKey={({ value }) => String(value)} />
      </Box>
    </section>
  )
}

/** Parameters of an event or a service, or members of a structure. */
export function ParameterTable({ title, parameters }: { title: string; parameters: readonly Parameter[] }) {
  const w = useWords(functionsText)
  const locale = useLocale()
  const columns = useMemo(
    (): readonly Column<Parameter>[] => [
      { key: 'name', title: w.name, width: 144, cell: ({ name }) => name[locale] },
      {
        key: 'identifier',
        title: w.identifier,
        width: 128,
        cell: ({ identifier }) => <span className="mono">{identifier}</span>,
      },
      { key: 'type', title: w.type, width: 200, cell: ({ dataType }) => describeType(dataType, locale) },
    ],
    [w, locale],
  )
  return (
    <section>
      <h3>{title}</h3>
      {parameters.length === 0 ? (
        <p className="dim">{w.noParameters}</p>
      ) : (
        <Box border="line" radius="m" overflow="hidden">
          <PlainTable label={title} columns={columns} rows={parameters} rowKey={({ identifier }) => identifier} />
        </Box>
      )}
    </section>
  )
}
