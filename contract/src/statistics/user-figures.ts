import { anyCut, taken, words, type Figure } from './figure.model.ts'

const users = { tab: 'users', ...taken, cuts: ['place'], deviceKind: null, lists: ['users'], unit: 'users' } as const
export const userFigures = {
  'users.total': {
    ...users,
    name: words('App users', '用户总数'),
    formula: words(
      'People who are registered; for an organisation those who have one of its devices now.',
      '已注册用户数；组织只计当前绑定其设备的用户。',
    ),
    kind: 'stock',
    moved: 'people',
    source: ['app_user', 'device_binding'],
    better: 'more',
  },
  'users.new': {
    ...users,
    name: words('New users', '新增用户'),
    formula: words('Of these, people who registered in the period.', '上述用户中在期间内注册的人数。'),
    kind: 'flow',
    moved: 'people',
    source: ['app_user', 'device_binding'],
    better: 'more',
  },
  'users.active': {
    ...users,
    name: words('Active users', '活跃用户'),
    formula: words(
      'Different people whose app called on that day, within 7 or 30 days; for an organisation those who have one of its devices.',
      '当日、近 7 日或近 30 日内使用过应用的不同用户数；组织只计绑定其设备的用户。',
    ),
    kind: 'distinct',
    moved: 'people',
    source: ['app_user_day', 'device_binding'],
    better: 'more',
  },
} as const satisfies Readonly<Record<string, Figure>>

const recipes = { tab: 'recipes', ...taken, cuts: [], deviceKind: null, unit: 'recipes' } as const
export const recipeFigures = {
  'recipes.total': {
    ...recipes,
    name: words('Recipes', '菜谱总数'),
    formula: words('Recipes of the organisation and those below it.', '本组织及下级组织的菜谱数。'),
    kind: 'stock',
    moved: 'recipes',
    source: ['recipe'],
    lists: ['recipes'],
    better: 'more',
  },
  'recipes.published': {
    ...recipes,
    name: words('Published recipes', '已发布菜谱'),
    formula: words('Of these, recipes with a published version.', '其中已发布的菜谱数。'),
    kind: 'stock',
    moved: 'recipes',
    source: ['recipe'],
    lists: ['recipes'],
    better: 'more',
  },
  'recipes.covered': {
    ...recipes,
    name: words('Complete translations', '完整译文'),
    formula: words(
      'Languages in which the texts of a recipe are complete, summed over recipes; of one language: recipes.',
      '各菜谱文本完整的语言数之和；按单个语言则为菜谱数。',
    ),
    kind: 'stock',
    moved: 'recipes',
    source: ['recipe'],
    lists: ['recipes'],
    better: 'more',
  },
  'recipes.downloads': {
    ...recipes,
    name: words('Downloads', '下载次数'),
    formula: words(
      'Ovens that first confirmed in the period that they hold a recipe, once per recipe.',
      '期间首次确认保存菜谱的烤箱数，按菜谱计。',
    ),
    kind: 'flow',
    moved: 'rows',
    unit: 'times',
    source: ['recipe_device'],
    lists: [],
    cuts: anyCut,
    deviceKind: 'oven',
    better: 'more',
  },
  'recipes.favourites': {
    ...recipes,
    name: words('Favourites', '收藏数'),
    formula: words(
      'Favourites that app users keep now, of recipes of the organisation and those below it.',
      '本组织及下级组织的菜谱当前被收藏的次数。',
    ),
    kind: 'stock',
    moved: 'recipes',
    unit: 'times',
    source: ['recipe_favourite'],
    lists: [],
    better: 'more',
  },
  'recipes.cooked': {
    ...recipes,
    name: words('Times cooked', '烹饪次数'),
    formula: words('Reports from ovens that a recipe was cooked to the end.', '烤箱上报的菜谱烹饪完成次数。'),
    kind: 'flow',
    moved: 'rows',
    unit: 'times',
    source: ['device_event'],
    lists: [],
    cuts: anyCut,
    deviceKind: 'oven',
    better: 'more',
  },
} as const satisfies Readonly<Record<string, Figure>>
