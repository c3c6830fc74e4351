import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { localeNow } from '../platform/locale.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'
import { nameFor } from './recipe-names.ts'

type Found = { key: string; icon: 'chef-hat'; label: string; note: string; href: string }

/** A recipe with its code and whether it is published. */
async function itemOf({ id, code, names, baseLanguage, status }: Known): Promise<Found> {
  const [{ recipeStatusWords }, { detailHref }] = await Promise.all([
    import('@brigade/contract/recipe/recipe.text.ts'),
    import('./recipe-address.ts'),
  ])
  const locale = localeNow()
  return {
    key: `recipe-${id}`,
    icon: 'chef-hat',
    label: nameFor(locale, names, baseLanguage) || code,
    note: `${code} · ${recipeStatusWords[status][locale]}`,
    href: detailHref(id),
  }
}
type Known = Pick<RecipeRow, 'id' | 'code' | 'names' | 'baseLanguage' | 'status'>

/** Finds recipes for the palette, by a part of their code or of their name in any language; only for those who may see them. */
export const recipeFinder = {
  key: 'recipe',
  title: { en: 'Recipes', zh: '菜谱' } satisfies Words,
  async find(keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const { recipeApi } = await import('@brigade/contract/recipe/recipe.endpoints.ts')
    if (!operationCodes(useSession.getState().menus).has(recipeApi.page.access)) return []
    const { list } = await call(recipeApi.page, { keyword, pageSize: 10 }, { quiet: true, signal })
    return Promise.all(list.map(itemOf))
  },
  recent: {
    recipe: async (id: string, signal: AbortSignal): Promise<Found> => {
      const { recipeApi } = await import('@brigade/contract/recipe/recipe.endpoints.ts')
      return itemOf(await call(recipeApi.detail, { id }, { quiet: true, signal }))
    },
  },
}
