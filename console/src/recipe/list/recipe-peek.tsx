import { cookingModeWords } from '@brigade/contract/recipe/recipe.text.ts'
import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { PeekFacts } from '../../ui/data-table/peek-facts.tsx'
import { LanguageDiscs, RecipeBadge } from '../recipe-badge.tsx'
import { RecipePicture } from '../recipe-picture.tsx'
import { useRecipeName } from '../recipe-names.ts'
import { recipeWords } from '../recipe.text.ts'
import { listText } from './list.text.ts'

/** A recipe with its picture, all of its models and languages, and how it is cooked. */
export function RecipePeek({ recipe }: { recipe: RecipeRow }) {
  const r = useWords(recipeWords)
  const w = useWords(listText)
  const locale = useLocale()
  const nameOf = useRecipeName()
  const productName = useNameOf()
  const { names, baseLanguage, status, removedAt, publishedVersion, category } = recipe
  return (
    <>
      {recipe.pictureFileId === null ? null : <RecipePicture fileId={recipe.pictureFileId} size="card" />}
      <PeekFacts
        facts={[
          { key: 'name', label: r.name, value: nameOf(names, baseLanguage) || r.noName },
          {
            key: 'status',
            label: r.status,
            value: <RecipeBadge status={removedAt === null ? status : 'removed'} />,
          },
          { key: 'version', label: r.version, value: publishedVersion === null ? '' : `v${publishedVersion}` },
          { key: 'category', label: r.category, value: category === null ? '' : nameOf(category.names) },
          {
            key: 'models',
            label: r.models,
            value: recipe.products.map(({ name }) => productName(name)).join(r.listMark),
          },
          {
            key: 'languages',
            label: r.languages,
            value: <LanguageDiscs languages={recipe.languages} coverage={recipe.coverage} />,
          },
          { key: 'stages', label: r.stages, value: formatNumber(recipe.stages) },
          {
            key: 'modes',
            label: w.mode,
            value: recipe.modes.map((mode) => cookingModeWords[mode][locale]).join(r.listMark),
          },
          { key: 'ingredients', label: r.ingredients, value: formatNumber(recipe.ingredients) },
          { key: 'onOvens', label: w.onOvens, value: formatNumber(recipe.onOvens) },
        ]}
      />
    </>
  )
}
