import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { typedSeries, type TypedSeries } from './series-typed.ts'
import { seriesText } from './series.text.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** The edit started from `base`; `now` is the current state on the server. */
  base: SeriesRow
  now: SeriesRow
  mine: TypedSeries
  onGoOn: (values: TypedSeries) => void
}

/** Somebody saved this series while it was being edited: what both changed, and what was taken over. */
export function SeriesClash({ by, base, now, mine, onGoOn }: Props) {
  const w = useWords(seriesText)
  const locale = useLocale()
  const shown = (name: keyof TypedSeries, { kind, ...texts }: TypedSeries): string => {
    if (name === 'kind') return kind === undefined ? '' : deviceKindWords[kind][locale]
    return texts[name]
  }
  return (
    <FieldClash
      by={by}
      base={typedSeries(base)}
      mine={mine}
      theirs={typedSeries(now)}
      labels={{ 'name.en': w.nameEn, 'name.zh': w.nameZh, code: w.code, kind: w.kind }}
      shown={shown}
      onGoOn={onGoOn}
    />
  )
}
