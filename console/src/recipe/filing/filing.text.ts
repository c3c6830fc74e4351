import type { Allergen, IngredientKind } from '@brigade/contract/recipe/filing.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '../../platform/locale.ts'

type Named = { name: string }
const many = (count: number): string => (count === 1 ? 'recipe' : 'recipes')

export const kindWords: Readonly<Record<IngredientKind, Words>> = {
  mass: { en: 'Mass', zh: '重量' },
  volume: { en: 'Volume', zh: '体积' },
  count: { en: 'Count', zh: '数量' },
}
export const allergenWords: Readonly<Record<Allergen, Words>> = {
  gluten: { en: 'Gluten', zh: '麸质谷物' },
  crustaceans: { en: 'Crustaceans', zh: '甲壳类' },
  eggs: { en: 'Eggs', zh: '蛋类' },
  fish: { en: 'Fish', zh: '鱼类' },
  peanuts: { en: 'Peanuts', zh: '花生' },
  soybeans: { en: 'Soybeans', zh: '大豆' },
  milk: { en: 'Milk', zh: '乳类' },
  nuts: { en: 'Tree nuts', zh: '坚果' },
  celery: { en: 'Celery', zh: '芹菜' },
  mustard: { en: 'Mustard', zh: '芥末' },
  sesame: { en: 'Sesame', zh: '芝麻' },
  sulphites: { en: 'Sulphites', zh: '亚硫酸盐' },
  lupin: { en: 'Lupin', zh: '羽扇豆' },
  molluscs: { en: 'Molluscs', zh: '软体动物' },
}

export const filingText = words({
  name: { en: 'Name', zh: '名称' },
  nameIn: { en: (p: { language: string }) => `Name in ${p.language}`, zh: (p: { language: string }) => `${p.language}名称` },
  otherNames: { en: 'Other languages', zh: '其他语言' },
  nameHint: { en: '16 Chinese or 48 Latin characters', zh: '最多 16 个汉字或 48 个半角字符' },
  organisation: { en: 'Organisation', zh: '所属组织' },
  recipes: { en: 'Recipes', zh: '菜谱数' },
  changed: { en: 'Last changed', zh: '最近修改' },
  edit: { en: 'Edit', zh: '编辑' },
  remove: { en: 'Delete', zh: '删除' },
  cancel: { en: 'Cancel', zh: '取消' },
  save: { en: 'Save changes', zh: '保存' },
  saved: { en: (p: Named) => `${p.name} saved`, zh: (p: Named) => `已保存“${p.name}”` },
  added: { en: (p: Named) => `${p.name} added`, zh: (p: Named) => `已新增“${p.name}”` },
  removed: { en: (p: Named) => `${p.name} deleted`, zh: (p: Named) => `已删除“${p.name}”` },
  removeTitle: { en: (p: Named) => `Delete ${p.name}?`, zh: (p: Named) => `删除“${p.name}”？` },
  removeBody: { en: 'It cannot be chosen for recipes any more.', zh: '删除后不能再用于菜谱。' },
  inUse: {
    en: (p: { count: number }) => `Used by ${p.count} ${many(p.count)}`,
    zh: (p: { count: number }) => `有 ${p.count} 个菜谱正在使用`,
  },
  ofAbove: { en: 'Kept by an organisation above', zh: '由上级组织维护' },
  oneName: { en: 'Write the name in one language at least', zh: '请至少填写一种语言的名称' },
  keyword: { en: 'Name', zh: '名称' },
})

export const categoryText = words({
  title: { en: 'Recipe categories', zh: '菜谱分类' },
  add: { en: 'Add category', zh: '新增分类' },
  editTitle: { en: 'Edit category', zh: '编辑分类' },
  code: { en: 'Code', zh: '编码' },
  keyword: { en: 'Name or code', zh: '名称或编码' },
  position: { en: 'Order', zh: '顺序' },
  up: { en: 'Move up', zh: '上移' },
  down: { en: 'Move down', zh: '下移' },
  first: { en: 'It is the first already', zh: '已是第一个' },
  emptyTitle: { en: 'No recipe categories yet', zh: '暂无菜谱分类' },
  emptyHint: { en: 'Categories sort recipes for editors and for the app.', zh: '分类用于整理菜谱，应用中也按分类显示。' },
})

export const ingredientText = words({
  title: { en: 'Ingredients', zh: '食材' },
  add: { en: 'Add ingredient', zh: '新增食材' },
  editTitle: { en: 'Edit ingredient', zh: '编辑食材' },
  kind: { en: 'Measured by', zh: '计量类型' },
  anyKind: { en: 'Any', zh: '全部' },
  kindFixed: { en: 'Stays while recipes use it', zh: '已被菜谱使用，不能更改' },
  unit: { en: 'Usual unit', zh: '常用单位' },
  allergens: { en: 'Allergens', zh: '过敏原' },
  allergen: { en: 'Allergen', zh: '过敏原' },
  anyAllergen: { en: 'Any', zh: '全部' },
  emptyTitle: { en: 'No ingredients yet', zh: '暂无食材' },
  emptyHint: { en: 'Recipes are made of ingredients. Add those that you cook with.', zh: '菜谱由食材组成，请先新增常用食材。' },
})
