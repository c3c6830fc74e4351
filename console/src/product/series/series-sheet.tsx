import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { useWords } from '../../platform/locale.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SeriesForm } from './series-form.tsx'
import { seriesFormText } from './series.text.ts'

/** The sheet edits this series; null means a new one. */
export type EditingSeries = { series: SeriesRow | null }

type Props = { editing: EditingSeries | null; onClose: () => void }

/** Adds or edits a series beside the list. */
export function SeriesSheet({ editing, onClose }: Props) {
  const w = useWords(seriesFormText)
  const series = editing?.series ?? null
  return (
    <FormSheet title={series === null ? w.addTitle : w.editTitle} isOpen={editing !== null} onClose={onClose}>
      <SeriesForm series={series} />
    </FormSheet>
  )
}
