import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { emptyValue } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { mergeContent } from '../../ui/form/merge-content.ts'
import type { Models } from '../../product/products-select.tsx'
import { placeIn } from './part-problems.ts'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'
import { useFieldPathLabels } from './field-path-labels.ts'
import { ownParts, type PartsClashed, type PartsState } from './use-parts-draft.ts'

type Props = {
  clash: PartsClashed
  base: PartsState
  typed: readonly Part[] | null
  models: Models
  onGoOn: (now: PartsState, parts: readonly Part[] | null) => void
}

/** Shows, place by place, what both people changed in this list, and which changes were taken over. */
export function PartsClash({ clash, base, typed, models, onGoOn }: Props) {
  const w = useWords(partsText)
  const locale = useLocale()
  const pathLabel = useFieldPathLabels()
  const theirs = ownParts(clash.now) ?? []
  const { merged, taken, clashes } = mergeContent(ownParts(base) ?? [], typed ?? [], theirs)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- put together from three lists of parts, which may be half typed
  const parts = merged as readonly Part[]
  const shown = (path: string, value: unknown): string => {
    const { field } = placeIn(`parts.${path}`)
    if (field === '') return value === undefined ? w.gone : w.there
    if (Array.isArray(value))
      return value.length === 0
        ? w.allModels
        : value.map((id) => models.names.get(String(id)) ?? w.goneModel).join(', ')
    if (typeof value === 'boolean') return value ? w.shown : w.hidden
    return typeof value === 'string' && value !== '' ? value : emptyValue
  }
  return (
    <div className={css.clash}>
      <EditClash
        message={clash.by.messageIn(locale)}
        clashes={clashes.map(({ path, mine, theirs: other }) => ({
          key: path,
          label: pathLabel(`parts.${path}`, parts),
          mine: shown(path, mine),
          theirs: shown(path, other),
        }))}
        taken={[...new Set(taken.map((path) => pathLabel(`parts.${path}`, parts)))]}
        onKeepMine={() => onGoOn(clash.now, parts)}
        onTakeTheirs={() => onGoOn(clash.now, ownParts(clash.now))}
      />
    </div>
  )
}
