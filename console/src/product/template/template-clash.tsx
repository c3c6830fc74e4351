import { useLocale, useWords } from '../../platform/locale.ts'
import { emptyValue } from '../../platform/format.ts'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { mergeContent } from '../../ui/form/merge-content.ts'
import { useFieldPathLabels } from './field/field-path-labels.ts'
import { templateText } from './field/template.text.ts'
import { contentOf, type TemplateClashed } from './use-template-draft.ts'
import type { TemplateState } from './template-work.ts'

type Props<T> = {
  clash: TemplateClashed<T>
  base: TemplateState<T>
  typed: T
  onGoOn: (now: TemplateState<T>, content: T | null) => void
}

/** Shows, place by place, what both people changed in this template, and which changes were taken over. */
export function TemplateClash<T>({ clash, base, typed, onGoOn }: Props<T>) {
  const w = useWords(templateText)
  const locale = useLocale()
  const placeWords = useFieldPathLabels()
  const { merged, taken, clashes } = mergeContent(contentOf(base), typed, contentOf(clash.now))
  const shown = (value: unknown): string => {
    if (value === undefined) return w.clashGone
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    return value === null ? emptyValue : w.clashThere
  }
  return (
    <EditClash
      message={clash.by.messageIn(locale)}
      clashes={clashes.map(({ path, mine, theirs }) => ({
        key: path,
        label: placeWords(path),
        mine: shown(mine),
        theirs: shown(theirs),
      }))}
      taken={[...new Set(taken.map(placeWords))].filter((place) => place !== '')}
      // oxlint-disable-next-line typescript/consistent-type-assertions -- put together from three contents of this one kind
      onKeepMine={() => onGoOn(clash.now, merged as T)}
      onTakeTheirs={() => onGoOn(clash.now, contentOf(clash.now))}
    />
  )
}
