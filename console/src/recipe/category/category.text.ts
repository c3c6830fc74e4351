import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'
import { usualWords } from '../../shell/entity/entity-words.ts'
import { recipeWords } from '../recipe.text.ts'

const { name, code, organisation, organisationAbove, updated, saved, deleted } = recipeWords

export const categoryText = words({
  ...usualWords({ en: 'category', zh: '分类' }),
  addVerb: recipeWords.save,
  added: saved,
  saved,
  removed: deleted,
  name,
  code,
  organisation,
  organisationAbove,
  updated,
  title: { en: 'Recipe categories', zh: '菜谱分类' },
  names: { en: 'Name, in at least one language', zh: '名称（至少一种语言）' },
  picture: word.picture,
  noPicture: word.noPicture,
  newPicture: word.aNewPicture,
  keyword: word.codeOrName,
  recipes: { en: 'Recipes', zh: '菜谱数' },
  inUse: { en: 'It has recipes', zh: '分类下有菜谱' },
  removeTitle: { en: (p: { name: string }) => `Delete ${p.name}?`, zh: (p: { name: string }) => `删除“${p.name}”？` },
  removeBody: { en: 'It has no recipes. This cannot be undone.', zh: '该分类下没有菜谱，删除后无法恢复。' },
  emptyTitle: { en: 'No categories yet', zh: '暂无分类' },
  emptyHint: { en: 'Recipes are filed under categories, in this order.', zh: '菜谱按分类归档，并按此顺序显示。' },
  noOrder: { en: 'Clear the search to set the order', zh: '清除搜索后可调整顺序' },
  find: { en: 'Find', zh: '查找' },
  loading: { en: 'The categories are loading', zh: '正在加载分类' },
  names6: word.languages,
})
