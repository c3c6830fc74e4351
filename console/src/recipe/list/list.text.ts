import { words } from '../../platform/locale.ts'

type N = { n: string }
const recipes = ({ n }: N): string => (n === '1' ? '1 recipe' : `${n} recipes`)
/** One recipe is named, several are counted. */
type Which = N & { name: string }
const whichEn = ({ n, name }: Which): string => (n === '1' && name !== '' ? `“${name}”` : recipes({ n }))
const whichZh = ({ n, name }: Which): string => (n === '1' && name !== '' ? `“${name}”` : ` ${n} 个菜谱`)

export const listText = words({
  keyword: { en: 'Code or name', zh: '编号或名称' },
  anyCategory: { en: 'Any category', zh: '全部分类' },
  anyModel: { en: 'Any model', zh: '全部型号' },
  anyStatus: { en: 'Any status', zh: '全部状态' },
  anyIngredient: { en: 'Any ingredient', zh: '全部食材' },
  gap: { en: 'Incomplete in', zh: '未完成语言' },
  anyGap: { en: 'Any language', zh: '全部语言' },
  mode: { en: 'Ends by', zh: '结束方式' },
  anyMode: { en: 'Any mode', zh: '全部方式' },
  creator: { en: 'Created by', zh: '创建人' },
  deleted: { en: 'Deleted', zh: '已删除' },
  notDeleted: { en: 'Not deleted', zh: '未删除' },
  onlyDeleted: { en: 'Deleted within 30 days', zh: '30 天内删除的' },
  notHeldBy: { en: 'Not held by oven', zh: '未同步到烤箱' },
  notHeldByHint: { en: 'SN of an oven', zh: '烤箱序列号' },
  counts: { en: 'Favourites, downloads and times cooked', zh: '收藏、下载与烹饪次数' },
  onOvens: { en: 'On ovens or under way', zh: '已同步或同步中的烤箱' },
  restoreDone: { en: (p: N) => `${recipes(p)} restored`, zh: (p: N) => `已恢复 ${p.n} 个菜谱` },
  isDeleted: { en: 'Restore it first', zh: '请先恢复' },
  changedBetween: { en: 'Changed between', zh: '更新时间' },
  totals: { en: 'Recipes in figures', zh: '菜谱统计' },
  all: { en: 'All', zh: '全部' },
  published: { en: 'Published', zh: '已发布' },
  changed: { en: 'With changes', zh: '有修改' },
  unpublished: { en: 'Unpublished', zh: '未发布' },
  gapIn: { en: (p: { name: string }) => `Incomplete in ${p.name}`, zh: (p: { name: string }) => `${p.name} 未完成` },
  ownAndBelow: { en: 'Own and below', zh: '本组织及下级' },
  completeIn: { en: 'Complete in', zh: '已完成语言' },
  hasPublished: { en: 'With a published version', zh: '有已发布版本' },
  anyFiled: { en: 'With a category', zh: '已分类' },
  notFiled: { en: 'Without a category', zh: '未分类' },
  look: { en: 'List view', zh: '列表样式' },
  table: { en: 'Table', zh: '表格' },
  cards: { en: 'Cards', zh: '卡片' },
  more: { en: (p: N) => `+${p.n}`, zh: (p: N) => `+${p.n}` },
  emptyTitle: { en: 'No recipes yet', zh: '暂无菜谱' },
  emptyHint: {
    en: 'Recipes of your organisation are listed here, and published ones of organisations above.',
    zh: '此处显示本组织的菜谱，以及上级组织已发布的菜谱。',
  },
  notOwn: { en: 'Belongs to an organisation above', zh: '属于上级组织' },
  isPublished: { en: 'Cancel publishing first', zh: '请先取消发布' },
  mixed: {
    en: 'Published and unpublished recipes are selected: this is impossible',
    zh: '所选菜谱发布状态不一致，无法操作',
  },
  ofRecipe: {
    en: (p: { name: string; message: string }) => `${p.name}: ${p.message}`,
    zh: (p: { name: string; message: string }) => `${p.name}：${p.message}`,
  },
  publishTitle: { en: (p: Which) => `Publish ${whichEn(p)}?`, zh: (p: Which) => `发布${whichZh(p)}？` },
  publishBody: {
    en: (p: N) =>
      p.n === '1'
        ? 'Its current draft becomes a new version, which the app and the ovens see.'
        : 'Their current drafts become new versions, which the app and the ovens see.',
    zh: (p: N) => `${p.n === '1' ? '' : '各菜谱的'}当前草稿将成为新版本，应用与烤箱可见。`,
  },
  cancelTitle: {
    en: (p: Which) => `Cancel publishing of ${whichEn(p)}?`,
    zh: (p: Which) => `取消发布${whichZh(p)}？`,
  },
  cancelBody: {
    en: (p: N) => `The app and the ovens will no longer see ${p.n === '1' ? 'it' : 'them'}. All versions are kept.`,
    zh: (p: N) => `应用与烤箱将不再看到${p.n === '1' ? '该' : '这些'}菜谱，所有版本均保留。`,
  },
  categoryTitle: { en: (p: N) => `Category of ${recipes(p)}`, zh: (p: N) => `修改 ${p.n} 个菜谱的分类` },
  setCategory: { en: 'Category', zh: '修改分类' },
  categoryDone: { en: 'The category is changed', zh: '分类已修改' },
  modelsTitle: { en: (p: N) => `Models of ${recipes(p)}`, zh: (p: N) => `修改 ${p.n} 个菜谱的适用型号` },
  setModels: { en: 'Models', zh: '修改型号' },
  how: { en: 'What to do', zh: '操作方式' },
  replace: { en: 'Replace', zh: '替换' },
  add: { en: 'Add', zh: '添加' },
  remove: { en: 'Remove', zh: '移除' },
  modelsDone: { en: 'The models are changed', zh: '型号已修改' },
  modelsChanged: {
    en: (p: N) =>
      `The models are changed. ${p.n} published ${p.n === '1' ? 'recipe now has' : 'recipes now have'} changes`,
    zh: (p: N) => `型号已修改，${p.n} 个已发布菜谱变为“有修改”`,
  },
  removeTitle: { en: (p: Which) => `Delete ${whichEn(p)}?`, zh: (p: Which) => `删除${whichZh(p)}？` },
  removeBody: { en: 'This can be undone for 30 days.', zh: '30 天内可恢复。' },
  removed: { en: (p: N) => `${recipes(p)} deleted`, zh: (p: N) => `已删除 ${p.n} 个菜谱` },
  chooseFirst: { en: 'Choose first', zh: '请先选择' },
  exportFile: { en: 'Export recipes', zh: '导出菜谱' },
  exportSchema: { en: 'Export as schema.org', zh: '导出 schema.org' },
  import: { en: 'Import', zh: '导入' },
  importTitle: { en: 'Import recipes', zh: '导入菜谱' },
  importIntro: {
    en: 'A *.recipes.json file exported from this console. You see a preview first.',
    zh: '选择本平台导出的 *.recipes.json 文件，先预览再导入。',
  },
  importReading: { en: 'Reading the file', zh: '正在读取文件' },
  importCounts: {
    en: (p: { added: string; updated: string; unchanged: string }) =>
      `${p.added} new, ${p.updated} to be updated, ${p.unchanged} unchanged`,
    zh: (p: { added: string; updated: string; unchanged: string }) =>
      `新增 ${p.added}，更新 ${p.updated}，无变化 ${p.unchanged}`,
  },
  importRefused: { en: (p: N) => `${p.n} are refused`, zh: (p: N) => `${p.n} 个不能导入` },
  importDo: { en: 'Import', zh: '导入' },
  importDone: { en: 'The recipes are imported', zh: '菜谱已导入' },
  fileLimit: { en: 'Up to 50 MB and 1,000 recipes', zh: '不超过 50 MB、1,000 个菜谱' },
})
