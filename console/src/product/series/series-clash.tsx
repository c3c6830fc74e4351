import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import type { CallError } from '../../platform/call-error.ts'
import { orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { mergeEdits } from '../../ui/form/merge-edits.ts'
import { typedSeries, type TypedSeries } from './series-typed.ts'
import { seriesText } from './series.text.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** What the edit began from, and what the series is now. */
  base: SeriesRow
  now: SeriesRow
  mine: TypedSeries
  onGoOn: (values: TypedSeries) => void
}

/** Somebody saved this series while it was being edited: what both changed, and what was taken over. */
export function SeriesClash({ by, base, now, mine, onGoOn }: Props) {
  const w = useWords(seriesText)
  const locale = useLocale()
  const theirs = typedSeries(now)
  const { merged, taken, clashes } = mergeEdits(typedSeries(base), mine, theirs)
  const labels: Readonly<Record<keyof TypedSeries, string>> = {
    'name.en': w.nameEn,
    'name.zh': w.nameZh,
    code: w.code,
    kind: w.kind,
  }
  const shown = (name: keyof TypedSeries, { kind, ...texts }: TypedSeries): string => {
    if (name === 'kind') return orDash(kind === undefined ? '' : deviceKindWords[kind][locale])
    return orDash(texts[name])
  }
  return (
    <EditClash
      message={by.messageIn(locale)}
      clashes={clashes.map((name) => ({
        key: name,
        label: labels[name],
        mine: shown(name, merged),
        theirs: shown(name, theirs),
      }))}
      taken={taken.map((name) => labels[name])}
      onKeepMine={() => onGoOn(merged)}
      onTakeTheirs={() => onGoOn(theirs)}
    />
  )
}
