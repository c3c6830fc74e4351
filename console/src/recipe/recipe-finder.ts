import type { Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { localeNow } from '../platform/locale.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'
import { nameFor } from './recipe-names.ts'

type Found = { key: string; icon: 'chef-hat'; label: string; note: string; href: string }

/** Finds recipes for the palette, by a part of their code or of their name in any language; only for those who may see them. */
export const recipeFinder = {
  key: 'recipe',
  title: { en: 'Recipes', zh: '菜谱' } satisfies Words,
  async find(keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const [{ recipeApi }, { detailHref }] = await Promise.all([
      import('@brigade/contract/recipe/recipe.endpoints.ts'),
      import('./recipe-address.ts'),
    ])
    if (!operationCodes(useSession.getState().menus).has(recipeApi.page.access)) return []
    const { list } = await call(recipeApi.page, { keyword, pageSize: 10 }, { quiet: true, signal })
    const locale = localeNow()
    return list.map(({ id, code, names, baseLanguage }) => ({
      key: `recipe-${id}`,
      icon: 'chef-hat',
      label: nameFor(locale, names, baseLanguage) || code,
      note: code,
      href: detailHref(id),
    }))
  },
}
