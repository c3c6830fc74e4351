import { Id } from '@brigade/contract/field.ts'
import { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { LanguageMatrix } from './language/language-matrix.tsx'
import { SideBySide } from './language/side-by-side.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/recipeList/RecipeLanguage')({ component: Languages })

/** With a recipe its texts, without the matrix of all. The matrix reads its own filters. */
const LanguageSearch = z.object({ id: Id.optional(), language: RecipeLanguage.optional() })

function Languages() {
  const [{ id, language }] = useListSearch(LanguageSearch)
  return id === undefined ? <LanguageMatrix /> : <SideBySide key={id} id={id} wanted={language} />
}
