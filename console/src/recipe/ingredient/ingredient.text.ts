import { word } from '@brigade/contract/word.text.ts'
import { allergens, type Allergen, type IngredientKind } from '@brigade/contract/recipe/filing.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'
import { usualWords } from '../../shell/entity/entity-words.ts'
import { recipeWords } from '../recipe.text.ts'

const { name, organisation, organisationAbove, updated, saved, deleted } = recipeWords

export const ingredientText = words({
  ...usualWords({ en: 'ingredient', zh: '食材' }),
  addVerb: recipeWords.save,
  added: saved,
  saved,
  removed: deleted,
  name,
  organisation,
  organisationAbove,
  updated,
  title: word.ingredients,
  keyword: { en: 'Name in any language', zh: '任一语言的名称' },
  names: { en: 'Name, in at least one language', zh: '名称（至少一种语言）' },
  kind: { en: 'Measured by', zh: '计量类型' },
  anyKind: word.any,
  kindFixed: { en: 'Fixed: recipes use it', zh: '已有菜谱使用，不能更改' },
  unit: { en: 'Usual unit', zh: '常用单位' },
  allergen: { en: 'Allergen', zh: '过敏原' },
  anyAllergen: word.any,
  allergens: { en: 'Allergens (EU list of 14)', zh: '过敏原（欧盟 14 类）' },
  recipes: { en: 'Used in', zh: '使用菜谱' },
  inUse: { en: 'Recipes use it', zh: '已有菜谱使用' },
  removeTitle: { en: (p: { name: string }) => `Delete ${p.name}?`, zh: (p: { name: string }) => `删除“${p.name}”？` },
  removeBody: { en: 'No recipe uses it. This cannot be undone.', zh: '没有菜谱使用该食材，删除后无法恢复。' },
  emptyTitle: { en: 'No ingredients yet', zh: '暂无食材' },
  emptyHint: { en: 'Recipes choose from the ingredients here.', zh: '菜谱从这里选择食材。' },
})

export const ingredientKindWords: Readonly<Record<IngredientKind, Words>> = {
  mass: { en: 'Mass', zh: '重量' },
  volume: { en: 'Volume', zh: '体积' },
  count: { en: 'Count', zh: '个数' },
}

export const allergenWords: Readonly<Record<Allergen, Words>> = {
  gluten: { en: 'Gluten', zh: '含麸质谷物' },
  crustaceans: { en: 'Crustaceans', zh: '甲壳类' },
  eggs: { en: 'Eggs', zh: '蛋类' },
  fish: { en: 'Fish', zh: '鱼类' },
  peanuts: { en: 'Peanuts', zh: '花生' },
  soybeans: { en: 'Soybeans', zh: '大豆' },
  milk: { en: 'Milk', zh: '乳类' },
  nuts: { en: 'Nuts', zh: '坚果' },
  celery: { en: 'Celery', zh: '芹菜' },
  mustard: { en: 'Mustard', zh: '芥末' },
  sesame: { en: 'Sesame', zh: '芝麻' },
  sulphites: { en: 'Sulphites', zh: '亚硫酸盐' },
  lupin: { en: 'Lupin', zh: '羽扇豆' },
  molluscs: { en: 'Molluscs', zh: '软体动物' },
}

export const allergenNames = (list: readonly string[], locale: Locale): string =>
  allergens
    .filter((each) => list.includes(each))
    .map((each) => allergenWords[each][locale])
    .join(locale === 'zh' ? '、' : ', ')
