import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeDetail, VersionRow } from '@brigade/contract/recipe/recipe.model.ts'
import { readUseKey } from '@brigade/contract/recipe/recipe.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Grid, Stack } from '../../ui/layout/layout.tsx'
import { placeName } from '../editor/problem-places.ts'
import { typedOf } from '../editor/draft/typed-recipe.ts'
import { useRecipeName } from '../recipe-names.ts'
import { detailText } from './detail.text.ts'

/** Two versions; 0 is the draft. */
export type Pair = Readonly<{ before: number; after: number }>
type Props = {
  recipe: RecipeDetail
  versions: readonly VersionRow[]
  pair: Pair | null
  onPair: (pair: Pair | null) => void
}

export function CompareVersions({ recipe, versions, pair, onPair }: Props) {
  const w = useWords(detailText)
  const last = useLast(pair)
  return (
    <Dialog title={w.compareTitle} isOpen={pair !== null} onClose={() => onPair(null)} width={860}>
      {last === null ? null : <Compared recipe={recipe} versions={versions} pair={last} onPair={onPair} />}
    </Dialog>
  )
}

function Compared({ recipe, versions, pair, onPair }: Omit<Props, 'pair'> & { pair: Pair }) {
  const w = useWords(detailText)
  const [isAll, setAll] = useState(false)
  const { data } = useQuery(ask(recipeApi.compare, { id: recipe.id, ...pair }))
  const nameAt = usePlaceNames(recipe)
  const options = [
    ...(recipe.isOwn ? [{ value: '0', label: w.draft }] : []),
    ...versions.map(({ version }) => ({ value: String(version), label: `v${version}` })),
  ]
  const rows = data?.rows.filter(({ isChanged }) => isAll || isChanged) ?? []
  return (
    <Stack gap="12" paddingBottom="16">
      <Grid gap="12" columns="halves">
        {(['before', 'after'] as const).map((side) => (
          <SelectField
            key={side}
            bare
            label={w[side]}
            value={String(pair[side])}
            options={options}
            onChange={(value) => onPair({ ...pair, [side]: Number(value) })}
          />
        ))}
      </Grid>
      <Checkbox checked={!isAll} onChange={(only) => setAll(!only)}>
        {w.onlyChanged}
      </Checkbox>
      <PlainTable
        label={w.compareTitle}
        maxHeight={420}
        rows={rows}
        rowKey={({ path }) => path}
        fresh={new Set(rows.filter(({ isChanged }) => isAll && isChanged).map(({ path }) => path))}
        columns={[
          { key: 'path', title: w.place, width: 240, cell: ({ path }) => nameAt(path) },
          { key: 'before', title: w.before, cell: ({ before }) => before },
          { key: 'after', title: w.after, cell: ({ after }) => (after === null ? '' : <b>{after}</b>) },
        ]}
        empty={data === undefined ? null : <EmptyPanel title={w.same} />}
      />
    </Stack>
  )
}

/** Stages are named by their position in the draft, ingredients by their name. */
function usePlaceNames(recipe: RecipeDetail): (path: string) => string {
  const locale = useLocale()
  const nameOf = useRecipeName()
  const typed = typedOf(recipe)
  const names = new Map(recipe.used.map(({ ingredientId, names: all }) => [ingredientId, nameOf(all)]))
  return (path) => {
    const [first = '', second = '', ...rest] = path.split('.')
    if (first === 'stages' && second !== '') {
      const index = typed.stages.findIndex(({ key }) => String(key) === second)
      return index === -1 ? path : placeName(typed, ['stages', String(index), ...rest].join('.'), locale)
    }
    const { ingredientId, place } = readUseKey(second)
    if (first === 'ingredients' && names.has(ingredientId))
      return [`${names.get(ingredientId) ?? ''}${place === 1 ? '' : ` (${place})`}`, ...rest].join(', ')
    return placeName(typed, path, locale)
  }
}
