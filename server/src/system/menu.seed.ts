import type { Words } from '@brigade/contract/locale.ts'

/**
 * The whole menu (spec 2): areas, screens, pages behind them, and one row for each button. A screen that is not built yet is
 * in the tree, but disabled. The version that builds it sets `built` here, and the seed enables it unless a person decided otherwise.
 */
export type MenuSeed = Readonly<{
  /** The key never changes, so that the seed finds the row again after a person renamed it. */
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

type Button = readonly [code: string, en: string, zh: string]
type Draft = Readonly<{
  built?: boolean
  /** `buttons` are those whose calls do not exist yet. */
  builtButtons?: readonly Button[]
  buttons?: readonly Button[]
  pages?: readonly MenuSeed[]
}>

function page(
  key: string,
  url: string,
  words: Words,
  code: string,
  draft: Draft & Readonly<{ isMainMenu: boolean }>,
): MenuSeed {
  const { built = false, builtButtons = [], buttons = [], pages = [], isMainMenu } = draft
  const rows = [...builtButtons, ...buttons].map(([button, buttonEn, buttonZh], index): MenuSeed => ({
    key: `${key}/${button}`,
    en: buttonEn,
    zh: buttonZh,
    icon: '',
    url: '#',
    code: button,
    isMainMenu: false,
    isOperation: true,
    built: index < builtButtons.length,
    children: [],
  }))
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

const create = (noun: string): Button => [`${noun}:create`, 'Add', '新增']
const update = (noun: string): Button => [`${noun}:update`, 'Edit', '编辑']
const remove = (noun: string): Button => [`${noun}:remove`, 'Delete', '删除']
const setEnabled = (noun: string): Button => [`${noun}:set-enabled`, 'Enable or disable', '启用/停用']
const imports = (noun: string): Button => [`${noun}:import`, 'Import', '导入']
const exports = (noun: string): Button => [`${noun}:export`, 'Export', '导出']
const publish = (noun: string): Button => [`${noun}:publish`, 'Publish', '发布']

const deviceButtons = (noun: string): readonly Button[] => [
  create(noun),
  update(noun),
  remove(noun),
  imports(noun),
  exports(noun),
  setEnabled(noun),
  [`${noun}:install`, 'Install', '安装登记'],
  [`${noun}:transfer`, 'Transfer', '转移'],
  [`${noun}:unbind`, 'Unbind', '解绑'],
  [`${noun}:secret`, 'Device secrets', '设备密钥'],
  [`${noun}:reset`, 'Restore factory settings', '恢复出厂设置'],
]

const uninstalledButtons = (noun: string): readonly Button[] => [
  create(noun),
  update(noun),
  remove(noun),
  imports(noun),
  exports(noun),
  setEnabled(noun),
  [`${noun}:install`, 'Install', '安装登记'],
  [`${noun}:transfer`, 'Transfer', '转移'],
  [`${noun}:secret`, 'Device secrets', '设备密钥'],
]

export const menuTree: readonly MenuSeed[] = [
  group('data', 'data', { en: 'Data', zh: '数据中心' }, [
    screen('data.statistics', '/data/statistics', { en: 'Statistics', zh: '数据统计' }, 'statistics:view', {
      buttons: [exports('statistics')],
    }),
    screen('data.wall', '/data/dataWatch', { en: 'Data wall (Chinese)', zh: '数据大屏（中文）' }, 'statistics:view'),
    screen(
      'data.wall-en',
      '/data/dataWatchEn',
      { en: 'Data wall (English)', zh: '数据大屏（英文）' },
      'statistics:view',
    ),
  ]),
  group('oven', 'oven', { en: 'Ovens', zh: '烤箱管理' }, [
    screen('oven.list', '/recipeManage/device/list', { en: 'Device list', zh: '设备列表' }, 'oven:view', {
      built: true,
      builtButtons: deviceButtons('oven'),
      pages: [
        detail('oven.detail', '/recipeManage/device/list/detail', { en: 'Oven', zh: '烤箱详情' }, 'oven:view', {
          built: true,
          builtButtons: [['oven:command', 'Send commands', '下发指令']],
        }),
      ],
    }),
    screen(
      'oven.uninstalled',
      '/recipeManage/device/UninstallList',
      { en: 'Uninstalled', zh: '未安装设备' },
      'oven:view',
      {
        built: true,
        builtButtons: uninstalledButtons('oven'),
      },
    ),
  ]),
  group('cooler', 'fridge', { en: 'Refrigeration', zh: '制冷设备' }, [
    screen('cooler.list', '/iceDevice/list', { en: 'Device list', zh: '设备列表' }, 'cooler:view', {
      built: true,
      builtButtons: deviceButtons('cooler'),
      pages: [
        detail(
          'cooler.detail',
          '/iceDevice/list/detail',
          { en: 'Refrigeration device', zh: '制冷设备详情' },
          'cooler:view',
          {
            built: true,
            builtButtons: [['cooler:command', 'Send commands', '下发指令']],
          },
        ),
      ],
    }),
    screen('cooler.uninstalled', '/iceDevice/UninstallList', { en: 'Uninstalled', zh: '未安装设备' }, 'cooler:view', {
      built: true,
      builtButtons: uninstalledButtons('cooler'),
    }),
  ]),
  group('fault', 'fault', { en: 'Faults', zh: '故障管理' }, [
    screen('fault.list', '/fault/list', { en: 'Oven faults', zh: '烤箱故障' }, 'fault:view', {
      buttons: [exports('fault')],
    }),
    screen(
      'fault.cooler-list',
      '/fault/iceDevicelist',
      { en: 'Refrigeration faults', zh: '制冷设备故障' },
      'fault:view',
      {
        buttons: [exports('fault')],
      },
    ),
  ]),
  group('recipe', 'recipe', { en: 'Recipes', zh: '菜谱管理' }, [
    screen('recipe.list', '/recipeManage/recipeList', { en: 'Recipe list', zh: '菜谱列表' }, 'recipe:view', {
      buttons: [
        remove('recipe'),
        publish('recipe'),
        ['recipe:categorise', 'Change category', '批量修改分类'],
        ['recipe:assign', 'Change applicable models', '批量修改适用型号'],
      ],
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
          {
            buttons: [['recipe:translate', 'Edit translations', '编辑译文'], imports('recipe'), exports('recipe')],
          },
        ),
      ],
    }),
    screen(
      'recipe.category',
      '/recipeManage/recipeTypeList',
      { en: 'Recipe categories', zh: '菜谱分类' },
      'recipe-category:view',
      {
        buttons: [create('recipe-category'), update('recipe-category'), remove('recipe-category')],
      },
    ),
    screen('recipe.ingredient', '/recipeManage/IngredientsList', { en: 'Ingredients', zh: '食材' }, 'ingredient:view', {
      buttons: [create('ingredient'), update('ingredient'), remove('ingredient')],
    }),
  ]),
  group('product', 'product', { en: 'Products', zh: '产品管理' }, [
    screen('product.series', '/product/series', { en: 'Product series', zh: '产品系列' }, 'product-series:view', {
      built: true,
      builtButtons: [create('product-series'), update('product-series'), remove('product-series')],
    }),
    screen('product.model', '/product/model', { en: 'Product models', zh: '产品型号' }, 'product:view', {
      built: true,
      builtButtons: [create('product'), update('product'), remove('product'), ['product:copy', 'Copy', '复制']],
      pages: [
        detail('product.detail', '/product/model/detail', { en: 'Product model', zh: '产品型号详情' }, 'product:view', {
          built: true,
          builtButtons: [exports('thing-model'), ['product:secret', 'Show product secret', '查看产品密钥']],
        }),
        detail(
          'product.draft',
          '/product/model/draft',
          { en: 'Thing model draft', zh: '物模型草稿' },
          'thing-model:view',
          {
            built: true,
            builtButtons: [
              update('thing-model'),
              imports('thing-model'),
              publish('thing-model'),
              update('product-template'),
              publish('product-template'),
            ],
          },
        ),
        detail(
          'product.language',
          '/product/model/setLang',
          { en: 'Product languages', zh: '产品多语言' },
          'product-language:view',
          {
            built: true,
            builtButtons: [
              update('product-language'),
              remove('product-language'),
              publish('product-language'),
              imports('product-language'),
              exports('product-language'),
            ],
          },
        ),
      ],
    }),
  ]),
  group('firmware', 'firmware', { en: 'Firmware', zh: '固件升级' }, [
    screen('firmware.model', '/fota/firmware', { en: 'Firmware models', zh: '固件型号管理' }, 'firmware-model:view', {
      buttons: [create('firmware-model'), update('firmware-model'), remove('firmware-model')],
    }),
    screen('firmware.dtu', '/fota/dtu', { en: 'DTU firmware', zh: 'DTU 固件管理' }, 'firmware-version:view', {
      buttons: [
        create('firmware-version'),
        update('firmware-version'),
        remove('firmware-version'),
        setEnabled('firmware-version'),
      ],
    }),
    screen('firmware.history', '/fota/dtu/history', { en: 'Version history', zh: '版本历史' }, 'firmware-version:view'),
    screen('firmware.task', '/fota/task', { en: 'Task centre', zh: '任务中心' }, 'firmware-task:view', {
      buttons: [
        create('firmware-task'),
        update('firmware-task'),
        remove('firmware-task'),
        ['firmware-task:approve', 'Approve or reject', '审批'],
        ['firmware-task:start', 'Start or stop', '启动/停止'],
      ],
      pages: [
        detail(
          'firmware.task-detail',
          '/fota/task/detail',
          { en: 'Upgrade task', zh: '升级任务详情' },
          'firmware-task:view',
          {
            buttons: [exports('firmware-task')],
          },
        ),
      ],
    }),
  ]),
  group('message', 'message', { en: 'Messages', zh: '消息中心' }, [
    screen('message.list', '/message/list', { en: 'Message list', zh: '消息列表' }, 'message:view', {
      buttons: [remove('message')],
    }),
    screen('message.push', '/message/push', { en: 'Push records', zh: '推送记录' }, 'message-push:view', {
      buttons: [create('message-push'), remove('message-push')],
    }),
  ]),
  group('app-user', 'user', { en: 'App users', zh: '应用用户' }, [
    screen('app-user.list', '/userList', { en: 'User list', zh: '用户列表' }, 'app-user:view', {
      buttons: [['app-user:forbid', 'Forbid or allow', '禁用/启用'], remove('app-user'), exports('app-user')],
      pages: [detail('app-user.detail', '/userList/UserDetail', { en: 'App user', zh: '用户详情' }, 'app-user:view')],
    }),
  ]),
  group('customer', 'customer', { en: 'Customers', zh: '客户管理' }, [
    screen('customer.list', '/customer', { en: 'Customer list', zh: '客户列表' }, 'customer:view', {
      built: true,
      builtButtons: [
        create('customer'),
        update('customer'),
        remove('customer'),
        setEnabled('customer'),
        imports('customer'),
        exports('customer'),
      ],
      buttons: [['customer:open-console', 'Open their console', '进入客户后台']],
      pages: [
        detail('customer.detail', '/customer/detail', { en: 'Customer', zh: '客户详情' }, 'customer:view', {
          built: true,
        }),
      ],
    }),
  ]),
  group('system', 'system', { en: 'System', zh: '系统管理' }, [
    screen('system.menu', '/system/menu', { en: 'Menus', zh: '菜单管理' }, 'menu:view', {
      buttons: [create('menu'), update('menu'), remove('menu'), setEnabled('menu')],
    }),
    screen('system.account', '/system/account', { en: 'Accounts', zh: '账号管理' }, 'account:view', {
      buttons: [
        create('account'),
        update('account'),
        remove('account'),
        setEnabled('account'),
        ['account:reset-password', 'Reset password', '重置密码'],
      ],
    }),
    screen('system.role', '/system/role', { en: 'Roles', zh: '角色管理' }, 'role:view', {
      buttons: [
        create('role'),
        update('role'),
        remove('role'),
        setEnabled('role'),
        ['role:permit', 'Set permissions', '分配权限'],
      ],
    }),
    screen('system.log', '/system/log', { en: 'Logs', zh: '日志管理' }, 'operation-log:view'),
    screen(
      'system.parts-purchase',
      '/system/partsPurchase',
      { en: 'Spare parts purchase', zh: '配件购买' },
      'parts-purchase:view',
      {
        buttons: [update('parts-purchase')],
      },
    ),
  ]),
]
