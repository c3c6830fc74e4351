import type { Words } from '@brigade/contract/locale.ts'
import { operationCodes } from '@brigade/contract/system/operation-codes.ts'

/**
 * The whole menu (spec 2): areas, screens, pages behind them, and one row for each button. A screen that is not built yet has
 * `built: false` here, and is in the tree, but disabled. The seed of the version that builds it enables it unless a person decided otherwise.
 */
export type MenuSeed = Readonly<{
  /** The key never changes, so that the seed finds the row after a person has renamed it. */
  key: string
  en: string
  zh: string
  icon: string
  /** `#` for a group and for a button. */
  url: string
  code: string | null
  isMainMenu: boolean
  isOperation: boolean
  built: boolean
  children: readonly MenuSeed[]
}>

type Draft = Readonly<{ built?: boolean; buttons?: readonly string[]; pages?: readonly MenuSeed[] }>

/** A button has the words of its operation code. */
function buttonRow(screenKey: string, code: string, built: boolean): MenuSeed {
  const verb = operationCodes.get(code)?.verb
  if (verb === undefined) throw new Error(`${code} is no operation code`)
  const row = { icon: '', url: '#', code, isMainMenu: false, isOperation: true, built, children: [] }
  return { key: `${screenKey}/${code}`, ...verb, ...row }
}

/** The acts of people on a fault. */
const faultButtons = ['acknowledge', 'assign', 'eliminate', 'close', 'shelve'].map((verb) => `fault:${verb}`)
const accountVerbs = ['create', 'update', 'remove', 'set-enabled', 'reset-password', 'reset-two-step'] as const

function page(
  key: string,
  url: string,
  words: Words,
  code: string,
  draft: Draft & Readonly<{ isMainMenu: boolean }>,
): MenuSeed {
  const { built = true, buttons = [], pages = [], isMainMenu } = draft
  const rows = buttons.map((button) => buttonRow(key, button, built))
  return { key, ...words, icon: '', url, code, isMainMenu, isOperation: false, built, children: [...rows, ...pages] }
}

/** A screen of the side menu. A role that has the row has its code, and so may open the screen. */
const screen = (key: string, url: string, words: Words, code: string, draft: Draft = {}) =>
  page(key, url, words, code, { ...draft, isMainMenu: true })

/** A page that a screen leads to; the side menu does not show it. */
const detail = (key: string, url: string, words: Words, code: string, draft: Draft = {}) =>
  page(key, url, words, code, { ...draft, isMainMenu: false })

const group = (key: string, icon: string, words: Words, children: readonly MenuSeed[]): MenuSeed => ({
  key,
  ...words,
  icon,
  url: '#',
  code: null,
  isMainMenu: true,
  isOperation: false,
  built: children.some((child) => child.built),
  children,
})

const codes = (noun: string, ...verbs: readonly string[]): string[] => verbs.map((verb) => `${noun}:${verb}`)

const deviceButtons = (noun: string): readonly string[] => [
  ...codes(noun, 'create', 'update', 'remove', 'import', 'export', 'set-enabled', 'install', 'transfer'),
  ...codes(noun, 'unbind', 'secret', 'reset'),
]

const uninstalledButtons = (noun: string): readonly string[] =>
  codes(noun, 'create', 'update', 'remove', 'import', 'export', 'set-enabled', 'install', 'transfer', 'secret')

export const menuTree: readonly MenuSeed[] = [
  group('data', 'data', { en: 'Data', zh: '数据中心' }, [
    screen('data.statistics', '/data/statistics', { en: 'Statistics', zh: '数据统计' }, 'statistics:view', {
      buttons: codes('statistics', 'export', 'target', 'run'),
    }),
    screen('data.wall', '/data/dataWatch', { en: 'Data wall (Chinese)', zh: '数据大屏（中文）' }, 'statistics:view'),
    screen(
      'data.wall-en',
      '/data/dataWatchEn',
      { en: 'Data wall (English)', zh: '数据大屏（英文）' },
      'statistics:view',
    ),
    screen('data.wall-setting', '/data/wallSetting', { en: 'Wall setup', zh: '大屏设置' }, 'statistics:wall-link'),
  ]),
  group('oven', 'oven', { en: 'Ovens', zh: '烤箱管理' }, [
    screen('oven.list', '/recipeManage/device/list', { en: 'Device list', zh: '设备列表' }, 'oven:view', {
      buttons: deviceButtons('oven'),
      pages: [
        detail('oven.detail', '/recipeManage/device/list/detail', { en: 'Oven', zh: '烤箱详情' }, 'oven:view', {
          buttons: ['oven:command'],
        }),
        detail('oven.compare', '/recipeManage/device/list/compare', { en: 'Compare', zh: '对比' }, 'oven:view'),
      ],
    }),
    screen(
      'oven.uninstalled',
      '/recipeManage/device/UninstallList',
      { en: 'Not installed', zh: '未安装设备' },
      'oven:view',
      { buttons: uninstalledButtons('oven') },
    ),
  ]),
  group('cooler', 'fridge', { en: 'Refrigeration', zh: '制冷设备' }, [
    screen('cooler.list', '/iceDevice/list', { en: 'Device list', zh: '设备列表' }, 'cooler:view', {
      buttons: deviceButtons('cooler'),
      pages: [
        detail(
          'cooler.detail',
          '/iceDevice/list/detail',
          { en: 'Refrigeration device', zh: '制冷设备详情' },
          'cooler:view',
          { buttons: ['cooler:command'] },
        ),
        detail('cooler.compare', '/iceDevice/list/compare', { en: 'Compare', zh: '对比' }, 'cooler:view'),
      ],
    }),
    screen('cooler.cold-chain', '/iceDevice/coldChain', { en: 'Cold chain', zh: '冷链总览' }, 'cooler:view', {
      buttons: ['cooler:export'],
    }),
    screen('cooler.uninstalled', '/iceDevice/UninstallList', { en: 'Not installed', zh: '未安装设备' }, 'cooler:view', {
      buttons: uninstalledButtons('cooler'),
    }),
  ]),
  group('fault', 'fault', { en: 'Faults', zh: '故障管理' }, [
    screen('fault.list', '/fault/list', { en: 'Oven faults', zh: '烤箱故障' }, 'fault:view', {
      buttons: ['fault:export', ...faultButtons],
    }),
    screen(
      'fault.cooler-list',
      '/fault/iceDevicelist',
      { en: 'Refrigeration faults', zh: '制冷设备故障' },
      'fault:view',
      { buttons: ['fault:export', ...faultButtons] },
    ),
    screen('fault.code', '/fault/code', { en: 'Fault codes', zh: '故障码' }, 'fault-code:view', {
      buttons: ['fault-code:update', 'fault-code:remove', 'fault-code:import', 'fault-code:export'],
    }),
    screen('fault.cause', '/fault/cause', { en: 'Causes', zh: '故障原因' }, 'fault-code:view', {
      buttons: ['fault-code:update', 'fault-code:remove'],
    }),
  ]),
  group('recipe', 'recipe', { en: 'Recipes', zh: '菜谱管理' }, [
    screen('recipe.list', '/recipeManage/recipeList', { en: 'Recipe list', zh: '菜谱列表' }, 'recipe:view', {
      buttons: ['recipe:remove', 'recipe:publish', 'recipe:categorise', 'recipe:assign', 'recipe:send'],
      pages: [
        detail(
          'recipe.add',
          '/recipeManage/recipeList/RecipeAdd',
          { en: 'Add recipe', zh: '新增菜谱' },
          'recipe:create',
        ),
        detail(
          'recipe.edit',
          '/recipeManage/recipeList/RecipeEdit',
          { en: 'Edit recipe', zh: '编辑菜谱' },
          'recipe:update',
        ),
        detail(
          'recipe.detail',
          '/recipeManage/recipeList/RecipeDetail',
          { en: 'Recipe', zh: '菜谱详情' },
          'recipe:view',
        ),
        detail(
          'recipe.language',
          '/recipeManage/recipeList/RecipeLanguage',
          { en: 'Recipe languages', zh: '菜谱多语言' },
          'recipe:view',
          { buttons: ['recipe:translate', 'recipe:import', 'recipe:export'] },
        ),
      ],
    }),
    screen(
      'recipe.category',
      '/recipeManage/recipeTypeList',
      { en: 'Recipe categories', zh: '菜谱分类' },
      'recipe-category:view',
      { buttons: codes('recipe-category', 'create', 'update', 'remove') },
    ),
    screen('recipe.ingredient', '/recipeManage/IngredientsList', { en: 'Ingredients', zh: '食材' }, 'ingredient:view', {
      buttons: codes('ingredient', 'create', 'update', 'remove'),
    }),
  ]),
  group('product', 'product', { en: 'Products', zh: '产品管理' }, [
    screen('product.series', '/product/series', { en: 'Product series', zh: '产品系列' }, 'product-series:view', {
      buttons: codes('product-series', 'create', 'update', 'remove'),
    }),
    screen('product.model', '/product/model', { en: 'Product models', zh: '产品型号' }, 'product:view', {
      buttons: ['product:create', 'product:update', 'product:remove', 'product:copy'],
      pages: [
        detail('product.detail', '/product/model/detail', { en: 'Product model', zh: '产品型号详情' }, 'product:view', {
          buttons: ['thing-model:export', 'product:secret'],
        }),
        detail(
          'product.draft',
          '/product/model/draft',
          { en: 'Thing model draft', zh: '物模型草稿' },
          'thing-model:view',
          {
            buttons: [
              'thing-model:update',
              'thing-model:import',
              'thing-model:publish',
              'product-template:update',
              'product-template:publish',
            ],
          },
        ),
        detail(
          'product.language',
          '/product/model/setLang',
          { en: 'Product languages', zh: '产品多语言' },
          'product-language:view',
          {
            buttons: [
              'product-language:update',
              'product-language:remove',
              'product-language:publish',
              'product-language:import',
              'product-language:export',
            ],
          },
        ),
      ],
    }),
  ]),
  group('firmware', 'firmware', { en: 'Firmware', zh: '固件升级' }, [
    screen('firmware.model', '/fota/firmware', { en: 'Firmware models', zh: '固件型号管理' }, 'firmware-model:view', {
      buttons: codes('firmware-model', 'create', 'update', 'remove'),
    }),
    screen('firmware.dtu', '/fota/dtu', { en: 'DTU firmware', zh: 'DTU 固件管理' }, 'firmware-version:view', {
      buttons: [
        'firmware-version:create',
        'firmware-version:update',
        'firmware-version:remove',
        'firmware-version:set-enabled',
      ],
    }),
    screen('firmware.history', '/fota/dtu/history', { en: 'Version history', zh: '版本历史' }, 'firmware-version:view'),
    screen('firmware.task', '/fota/task', { en: 'Task centre', zh: '任务中心' }, 'firmware-task:view', {
      buttons: [
        'firmware-task:create',
        'firmware-task:update',
        'firmware-task:remove',
        'firmware-task:approve',
        'firmware-task:start',
      ],
      pages: [
        detail(
          'firmware.task-detail',
          '/fota/task/detail',
          { en: 'Upgrade task', zh: '升级任务详情' },
          'firmware-task:view',
          { buttons: ['firmware-task:export'] },
        ),
      ],
    }),
  ]),
  group('message', 'message', { en: 'Messages', zh: '消息中心' }, [
    screen('message.list', '/message/list', { en: 'Message list', zh: '消息列表' }, 'message:view', {
      buttons: ['message:remove'],
    }),
    screen('message.push', '/message/push', { en: 'Push records', zh: '推送记录' }, 'message-push:view', {
      buttons: ['message-push:create', 'message-push:remove', 'message:channel', 'message:sign-in-codes'],
    }),
  ]),
  group('app-user', 'user', { en: 'App users', zh: '应用用户' }, [
    screen('app-user.list', '/userList', { en: 'User list', zh: '用户列表' }, 'app-user:view', {
      buttons: [
        'app-user:forbid',
        'app-user:remove',
        'app-user:import',
        'app-user:export',
        'app-user:contact',
        'app-user:version',
      ],
      pages: [detail('app-user.detail', '/userList/UserDetail', { en: 'App user', zh: '用户详情' }, 'app-user:view')],
    }),
  ]),
  group('customer', 'customer', { en: 'Customers', zh: '客户管理' }, [
    screen('customer.list', '/customer', { en: 'Customer list', zh: '客户列表' }, 'customer:view', {
      buttons: [
        'customer:create',
        'customer:update',
        'customer:remove',
        'customer:set-enabled',
        'customer:import',
        'customer:export',
        ...codes('distributor', 'view', 'create', 'update', 'remove', 'set-enabled'),
        ...codes('agent', 'view', 'create', 'update', 'remove', 'set-enabled'),
        'customer:open-console',
      ],
      pages: [detail('customer.detail', '/customer/detail', { en: 'Customer', zh: '客户详情' }, 'customer:view')],
    }),
  ]),
  group('system', 'system', { en: 'System', zh: '系统管理' }, [
    screen('system.menu', '/system/menu', { en: 'Menus', zh: '菜单管理' }, 'menu:view', {
      buttons: codes('menu', 'create', 'update', 'remove', 'set-enabled'),
    }),
    screen('system.account', '/system/account', { en: 'Accounts', zh: '账号管理' }, 'account:view', {
      // The last is in the frame: the demo's accounts go too.
      buttons: [...codes('account', ...accountVerbs), 'demo:empty'],
    }),
    screen('system.role', '/system/role', { en: 'Roles', zh: '角色管理' }, 'role:view', {
      buttons: codes('role', 'create', 'update', 'remove', 'set-enabled', 'permit'),
    }),
    screen('system.log', '/system/log', { en: 'Logs', zh: '日志管理' }, 'operation-log:view', {
      buttons: [...codes('operation-log', 'export', 'verify'), 'app-log:view'],
    }),
    screen(
      'system.parts-purchase',
      '/system/partsPurchase',
      { en: 'Spare parts purchase', zh: '配件购买' },
      'parts-purchase:view',
      { buttons: ['parts-purchase:update'] },
    ),
  ]),
]
