import type { CompareWidth } from '@brigade/contract/telemetry/compare.model.ts'
import type { ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { SpanChoice } from '../../ui/search-form/span-choice.tsx'
import type { CompareSearch, ComparedSpan } from './compare-search.ts'
import { compareText } from './compare.text.ts'
import css from './compare.module.css'
import type { Property } from './use-comparison.ts'

type Props = {
  search: CompareSearch
  shown: ComparedSpan
  /** Each identifier once. */
  properties: readonly Property[]
  chosen: Property | undefined
  /** The number of compared devices. */
  count: number
  onChange: (patch: Partial<CompareSearch>) => void
  children: ReactNode
}

/** Property, step and span of a comparison. */
export function CompareControls({ search, shown, properties, chosen, count, onChange, children }: Props) {
  const w = useWords(compareText)
  const locale = useLocale()
  const label = ({ name, devices }: Property): string =>
    devices === count ? name[locale] : w.ofSome({ name: name[locale], count: devices, all: count })
  return (
    <Row gap="12" padding="0 gutter 16" align="end" wrap>
      {children}
      <div className={css.property}>
        <SelectField
          bare
          label={w.property}
          options={properties.map((property) => ({ value: property.identifier, label: label(property) }))}
          value={chosen?.identifier ?? null}
          onChange={(property) => onChange({ property: property ?? undefined, pageNum: 1 })}
          searchable
        />
      </div>
      <Segments<CompareWidth>
        label={w.by}
        options={[
          { value: 'hour', label: w.hour },
          { value: 'day', label: w.dayStep },
        ]}
        value={shown.by}
        onChange={(by) => onChange({ by })}
      />
      <SpanChoice
        label={w.span}
        options={[
          { value: '24h' as const, label: w.day },
          { value: '7d' as const, label: w.week },
          { value: '30d' as const, label: w.month },
          { value: '90d' as const, label: w.quarter },
        ]}
        span={shown.span === 'own' ? null : shown.span}
        ownLabel={w.own}
        search={search}
        datesClass={css.dates}
        onChange={onChange}
      />
    </Row>
  )
}
