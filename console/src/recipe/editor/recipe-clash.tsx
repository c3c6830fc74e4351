import { useLocale, useWords } from '../../platform/locale.ts'
import { orDash } from '../../platform/format.ts'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { editorText } from './editor.text.ts'
import { mergeRecipe } from './draft/merge-recipe.ts'
import { placeName } from './problem-places.ts'
import type { TypedRecipe } from './draft/typed-recipe.ts'
import type { Clash } from './draft/use-save-recipe.ts'

type Props = { clash: Clash; base: TypedRecipe; mine: TypedRecipe; onGoOn: (typed: TypedRecipe) => void }

/** Shows, place by place, what both people changed in this recipe, and which changes were taken over. */
export function RecipeClash({ clash, base, mine, onGoOn }: Props) {
  const w = useWords(editorText)
  const locale = useLocale()
  const { merged, taken, clashes } = mergeRecipe(base, mine, clash.theirs)
  const shown = (value: unknown): string =>
    value === undefined
      ? w.someoneRemoved
      : typeof value === 'object' && value !== null
        ? inWords(value)
        : orDash(String(value ?? ''))
  return (
    <EditClash
      message={clash.by.messageIn(locale)}
      clashes={clashes.map(({ path, mine: own, theirs }) => ({
        key: path,
        label: placeName(merged, path, locale),
        mine: shown(own),
        theirs: shown(theirs),
      }))}
      taken={[...new Set(taken.map((path) => placeName(merged, path, locale)))]}
      onKeepMine={() => onGoOn(merged)}
      onTakeTheirs={() => onGoOn(clash.theirs)}
    />
  )
}

const inWords = (value: object): string =>
  Object.values(value)
    .filter((each) => each !== null && typeof each !== 'object')
    .map(String)
    .join(', ')
