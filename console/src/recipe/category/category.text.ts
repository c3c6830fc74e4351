import { words } from '../../platform/locale.ts'

export const categoryText = words({
  title: { en: 'Recipe categories', zh: '菜谱分类' },
  add: { en: 'Add category', zh: '新增分类' },
  edit: { en: 'Edit category', zh: '编辑分类' },
  editVerb: { en: 'Edit', zh: '编辑' },
  names: { en: 'Name, in at least one language', zh: '名称（至少一种语言）' },
  keyword: { en: 'Code or name', zh: '编号或名称' },
  recipes: { en: 'Recipes', zh: '菜谱数' },
  inUse: { en: 'It has recipes', zh: '分类下有菜谱' },
  notOwn: { en: 'Belongs to an organisation above', zh: '属于上级组织' },
  removeTitle: { en: (p: { name: string }) => `Delete ${p.name}?`, zh: (p: { name: string }) => `删除“${p.name}”？` },
  removeBody: { en: 'It has no recipes. This cannot be undone.', zh: '该分类下没有菜谱，删除后无法恢复。' },
  emptyTitle: { en: 'No categories yet', zh: '暂无分类' },
  emptyHint: { en: 'Recipes are filed under categories, in this order.', zh: '菜谱按分类归档，并按此顺序显示。' },
  noOrder: { en: 'Clear the search to set the order', zh: '清除搜索后可调整顺序' },
  find: { en: 'Find', zh: '查找' },
  loading: { en: 'The categories are loading', zh: '正在加载分类' },
  names6: { en: 'Languages', zh: '语言' },
})
