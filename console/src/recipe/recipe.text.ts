import { words } from '../platform/locale.ts'

type Named = { name: string }
type Count = { count: number }
const recipes = (count: number): string => `${count} ${count === 1 ? 'recipe' : 'recipes'}`

export const recipeText = words({
  title: { en: 'Recipe list', zh: '菜谱列表' },
  totals: { en: 'Recipes by state', zh: '按发布状态统计' },
  all: { en: 'All recipes', zh: '全部菜谱' },

  keyword: { en: 'Name or code', zh: '名称或编码' },
  category: { en: 'Category', zh: '分类' },
  anyCategory: { en: 'Any category', zh: '全部分类' },
  model: { en: 'Model', zh: '适用型号' },
  anyModel: { en: 'Any model', zh: '全部型号' },
  status: { en: 'Status', zh: '发布状态' },
  anyStatus: { en: 'Any status', zh: '全部状态' },
  ingredient: { en: 'Ingredient', zh: '食材' },
  anyIngredient: { en: 'Any ingredient', zh: '全部食材' },
  gap: { en: 'Not complete in', zh: '未完成的语言' },
  anyLanguage: { en: 'Any language', zh: '全部语言' },
  mode: { en: 'Cooking mode', zh: '烹饪模式' },
  anyMode: { en: 'Any mode', zh: '全部模式' },
  creator: { en: 'Creator', zh: '创建人' },
  changedIn: { en: 'Last changed', zh: '最近修改' },

  name: { en: 'Name', zh: '名称' },
  code: { en: 'Code', zh: '编码' },
  models: { en: 'Applicable models', zh: '适用型号' },
  languages: { en: 'Languages', zh: '语言' },
  stages: { en: 'Stages', zh: '阶段数' },
  favourites: { en: 'Favourites', zh: '收藏' },
  downloads: { en: 'Downloads', zh: '下载' },
  version: { en: 'Version', zh: '版本' },
  organisation: { en: 'Organisation', zh: '所属组织' },
  changed: { en: 'Last changed', zh: '更新时间' },
  created: { en: 'Created', zh: '创建时间' },

  emptyTitle: { en: 'No recipes yet', zh: '暂无菜谱' },
  emptyHint: {
    en: 'Recipes of this organisation appear here, and published ones of organisations above.',
    zh: '本组织的菜谱及上级组织已发布的菜谱会显示在这里。',
  },
  coverage: {
    en: (p: { language: string; done: number; total: number }) => `${p.language}: ${p.done} of ${p.total} texts`,
    zh: (p: { language: string; done: number; total: number }) => `${p.language}：${p.done}/${p.total} 条`,
  },
  outdated: {
    en: (p: Count) => `, ${p.count} to be updated`,
    zh: (p: Count) => `，${p.count} 条待更新`,
  },
})

export const recipeActionText = words({
  publish: { en: 'Publish', zh: '发布' },
  cancelPublish: { en: 'Cancel publishing', zh: '取消发布' },
  duplicate: { en: 'Duplicate', zh: '复制' },
  categorise: { en: 'Change category', zh: '修改分类' },
  remove: { en: 'Delete', zh: '删除' },
  undo: { en: 'Undo', zh: '撤销' },
  undone: { en: 'Undone', zh: '已撤销' },
  notOwn: { en: 'Kept by an organisation above', zh: '由上级组织维护' },
  publishedFirst: { en: 'Cancel publishing first', zh: '请先取消发布' },
  mixed: {
    en: 'Published and unpublished recipes are selected: this is impossible',
    zh: '所选菜谱发布状态不一致，无法操作',
  },
  alreadyPublished: { en: 'Published already', zh: '已发布' },
  notPublished: { en: 'Not published', zh: '尚未发布' },
  chosen: { en: (p: Count) => recipes(p.count), zh: (p: Count) => `${p.count} 个菜谱` },

  publishTitle: { en: (p: Named) => `Publish ${p.name}?`, zh: (p: Named) => `发布${p.name}？` },
  publishBody: {
    en: 'App and ovens see it as it is now. A version is kept of it.',
    zh: '应用和烤箱将看到当前内容，并保留为一个版本。',
  },
  published: { en: (p: Named) => `${p.name} published`, zh: (p: Named) => `已发布${p.name}` },
  cancelTitle: { en: (p: Named) => `Cancel publishing ${p.name}?`, zh: (p: Named) => `取消发布${p.name}？` },
  cancelBody: {
    en: 'App and ovens see it no more. Its versions stay, and it can be published again.',
    zh: '应用和烤箱将不再显示。历史版本仍保留，可再次发布。',
  },
  cancelled: { en: (p: Named) => `Publishing of ${p.name} cancelled`, zh: (p: Named) => `已取消发布${p.name}` },
  removeTitle: { en: (p: Named) => `Delete ${p.name}?`, zh: (p: Named) => `删除${p.name}？` },
  removeBody: { en: 'It can be brought back for 30 days.', zh: '30 天内可以恢复。' },
  removed: { en: (p: Named) => `${p.name} deleted`, zh: (p: Named) => `已删除${p.name}` },
  duplicated: { en: (p: { code: string }) => `Duplicated as ${p.code}`, zh: (p: { code: string }) => `已复制为 ${p.code}` },
  categoriseTitle: { en: (p: Named) => `Change the category of ${p.name}`, zh: (p: Named) => `修改${p.name}的分类` },
  categoriseBody: { en: 'It changes at once; nothing has to be published.', zh: '立即生效，无需重新发布。' },
  categorised: { en: (p: Named) => `Category of ${p.name} changed`, zh: (p: Named) => `已修改${p.name}的分类` },
  chooseCategory: { en: 'Choose a category', zh: '请选择分类' },
})
